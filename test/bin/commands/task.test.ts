import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const newestRun = async () => (await server.services.runs.list({ limit: 1 }))[0];

describe('baton task', () => {
  it('gives an agent a task on the terms that it was given', async () => {
    const terms = ['--priority', 'high', '--user', 'ada', '--budget', '0.05', '--time-limit', '2m'];
    const { code, output } = await server.baton('task', 'research', 'Analyse SPX.', ...terms).ended;
    const run = await newestRun();
    expect(code).toBe(0);
    expect(output).toContain(`${run?.id} is queued`);
    expect(run).toMatchObject({
      kind: 'task',
      agent: 'research',
      input: { task: 'Analyse SPX.' },
      priority: 'high',
      user: 'ada',
      budget: { usd: 0.05 },
    });
    expect(run?.compiled.pipeline.nodes[0]).toMatchObject({ timeout: '2m' });
  });

  it('starts nothing new under the same key', async () => {
    const give = () => server.baton('task', 'research', 'Once.', '--key', 'k', '--json').ended;
    const [first, second] = [await give(), await give()];
    expect(JSON.parse(second.output).id).toBe(JSON.parse(first.output).id);
  });

  it('reads a long one from standard input', async () => {
    await startCommand(['task', 'research', '-'], {
      env: { BATON_URL: server.address, BATON_API_KEY: 'a-key-for-tests-only' },
      readInput: async () => 'Read all of this.\n',
    }).ended;
    expect((await newestRun())?.input).toEqual({ task: 'Read all of this.' });
  });

  it.each([
    ['an unknown agent', ['reserch', 'Look.'], 1, 'did you mean research?'],
    ['nothing to do', ['research', '  '], 2, 'The task is empty. Say what the agent should do.'],
    ['no duration', ['research', 'Look.', '--time-limit', 'long'], 1, 'timeLimit'],
  ])('reports %s', async (_what, args, exitCode, text) => {
    const { code, warnings } = await server.baton('task', ...args).ended;
    expect(code).toBe(exitCode);
    expect(warnings).toContain(text);
  });
});

describe('baton agents', () => {
  it('lists who can be given a task, and says what the others lack and how to fix it', async () => {
    const agent = { name: 'listener', role: 'Listener', instructions: 'Listen.' };
    const payload = { ...agent, memory: { required: true } };
    expect((await server.ask('POST', '/api/v1/agents', { payload })).status).toBe(201);
    await server.services.catalog.publishMemory('start Qdrant');
    const { output, warnings } = await server.baton('agents').ended;
    expect(output).toMatch(/^research +ready +built-in +Market researcher$/m);
    expect(output).toMatch(/^listener +cannot run +api +Listener$/m);
    expect(warnings).toMatch(/listener cannot run: memory .*; start Qdrant$/m);
  });
});
