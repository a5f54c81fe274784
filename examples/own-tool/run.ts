import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, extensions, until } from '../support/baton.ts';

const source = join(import.meta.dirname, 'split_bill.ts');
const folder = join(extensions, 'tools');

// Workers watch this folder: the tool is available within seconds, without a restart.
await mkdir(folder, { recursive: true });
await copyFile(source, join(folder, 'split_bill.ts'));
await until(async () => {
  const { items } = await ask<{ items: { name: string }[] }>('GET', '/api/v1/tools');
  return items.find(({ name }) => name === 'split_bill');
});

const args = { amount: 84, people: 3 };
const { output } = await ask<{ output: unknown }>('POST', '/api/v1/tools/split_bill', { args });
console.log(output);
