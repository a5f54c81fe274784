import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Loads the schema and its driver, and prints each module of drizzle-orm with its format. */
const loads = (before: string) => `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      const answer = next(url, context);
      if (url.includes('/drizzle-orm/')) loaded.push(url + ' ' + answer.format);
      return answer;
    },
  });
  ${before}
  await import('./db/schema/index.ts');
  await import('drizzle-orm/node-postgres');
  await import('drizzle-orm/node-postgres/migrator');
  console.log(JSON.stringify(loaded.sort()));
`;

async function loadedOf(before: string): Promise<string[]> {
  const script = ['--input-type=module', '--eval', loads(before)];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  return JSON.parse(stdout) as string[];
}

it('loads the same modules of drizzle-orm as Node does by itself', async () => {
  const quickly = `(await import('./db/quick-drizzle.ts')).loadDrizzleQuickly();`;
  const [byItself, quick] = await Promise.all([loadedOf(''), loadedOf(quickly)]);
  expect(byItself.length).toBeGreaterThan(50);
  expect(quick).toEqual(byItself);
});
