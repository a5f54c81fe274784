import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, extensions, until } from '../support/baton.ts';

type Task = { id: string; status: string; output: unknown; error: unknown };

const source = join(import.meta.dirname, 'chart_reader.yaml');
const folder = join(extensions, 'agents');

// Workers watch this folder: the agent is available within seconds, without a restart.
await mkdir(folder, { recursive: true });
await copyFile(source, join(folder, 'chart_reader.yaml'));
await until(async () => {
  const { items } = await ask<{ items: { name: string; ready: boolean }[] }>(
    'GET',
    '/api/v1/agents',
  );
  return items.find(({ name, ready }) => name === 'chart_reader' && ready);
});

const { id } = await ask<Task>('POST', '/api/v1/tasks', {
  agent: 'chart_reader',
  task: 'Does SPX trend?',
});
const { status, output, error } = await until(async () => {
  const task = await ask<Task>('GET', `/api/v1/tasks/${id}`);
  return ['pending', 'in_progress'].includes(task.status) ? undefined : task;
});
console.log(status, output ?? error);
if (status !== 'completed') process.exitCode = 1;
