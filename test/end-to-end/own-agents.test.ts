import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from '../api/gateway/support/gateway.ts';
import type { Gateway } from '../api/gateway/support/gateway.ts';
import { openaiServer } from './support/model-server.ts';
import type { Asked } from './support/model-server.ts';

/** Looks at the price, then says so, by the form that the agent has. */
function script({ messages, tools }: Asked) {
  const results = messages.filter(({ role }) => role === 'tool');
  if (results.length === 0) return { calls: [{ name: 'get_price', args: { symbol: 'SPX' } }] };
  if (!tools.includes('submit_result')) return { text: 'The price is what it is.' };
  return { calls: [{ name: 'submit_result', args: { verdict: 'calm' } }] };
}

const agent = (name: string) => ({
  name,
  role: 'Watcher',
  instructions: `You are ${name}.`,
  tools: ['get_price'],
  memory: { enabled: false },
});

async function runTask(baton: Gateway, name: string) {
  const nodes = [{ id: 'task', kind: 'agent', agent: name, task: 'Look at SPX' }];
  const document = { name: 'one-task', nodes, output: '{{ nodes.task.output }}' };
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document, input: {} });
  expect(status).toBe(201);
  await baton.client.workflow.getHandle(body.id).result();
  return (await baton.request('GET', `/api/v1/runs/${body.id}`)).body.output;
}

test(
  'agents of one’s own run tasks: made through the API, and by a file, with no restart',
  { timeout: 60_000 },
  async () => {
    const extensions = await mkdtemp(join(tmpdir(), 'baton-extensions-'));
    onTestFinished(() => rm(extensions, { recursive: true }));
    const { url, asked } = await openaiServer(script);
    const baton = await startGateway({
      environment: {
        BATON_EXTENSIONS: extensions,
        BATON_MODELS: 'openai:gpt-4o',
        OPENAI_API_KEY: 'a-key-for-tests',
        OPENAI_BASE_URL: url,
      },
      queues: ['workflows', 'models', 'tools', 'memory'],
    });
    onTestFinished(() => baton.stop());
    const list = async () => (await baton.request('GET', '/api/v1/agents')).body;

    const output = {
      type: 'object',
      required: ['verdict'],
      properties: { verdict: { type: 'string', enum: ['calm', 'wild'] } },
    };
    const made = await baton.request('POST', '/api/v1/agents', { ...agent('judge'), output });
    expect(made.status).toBe(201);
    expect(await runTask(baton, 'judge')).toEqual({ verdict: 'calm' });
    expect(asked[0]?.messages[0]).toMatchObject({
      role: 'system',
      content: expect.stringContaining('You are judge.'),
    });

    await mkdir(join(extensions, 'agents'));
    const file = join(extensions, 'agents', 'filed.yaml');
    await writeFile(file, JSON.stringify({ ...agent('filed'), tools: ['get_prise'] }));
    await expect
      .poll(async () => (await list()).problems, { timeout: 20_000 })
      .toMatchObject([{ file, line: 1, path: 'tools[0]', fix: 'did you mean get_price?' }]);
    await writeFile(file, JSON.stringify(agent('filed'), undefined, 2));
    await expect
      .poll(async () => (await list()).items.map(({ name }: { name: string }) => name), {
        timeout: 20_000,
      })
      .toContain('filed');
    expect((await list()).problems).toEqual([]);
    expect(await runTask(baton, 'filed')).toEqual({ report: 'The price is what it is.' });
  },
);
