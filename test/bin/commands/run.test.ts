import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unreachable } from '../../api/support/fake-temporal.ts';
import { openTestServer, startCommand } from './support.ts';
import type { StartedCommand, TestServer } from './support.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'baton-run-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  server.temporal.failure = undefined;
});

const newestRun = async () => (await server.services.runs.list({ limit: 1 }))[0];

describe('baton run', () => {
  it('starts a stored pipeline, reading each value by the type of its input', async () => {
    const { code, output } = await server.baton(
      'run',
      'price-check',
      '--input',
      'symbol=123',
      '--input',
      'limit=5',
    ).ended;
    const run = await newestRun();
    expect(code).toBe(0);
    expect(output).toMatch(
      new RegExp(`^${run?.id} started   ${server.address}/runs/${run?.id}\nTemporal UI: http`),
    );
    expect(output).toContain(`npx baton show ${run?.id} --watch`);
    expect(run?.input).toEqual({ symbol: '123', limit: 5 });
  });

  it('starts with a budget, a priority and a user', async () => {
    const terms = ['--budget', '0.05', '--priority', 'high', '--user', 'ada'];
    await server.baton('run', 'price-check', '--input', 'symbol=SPX', ...terms).ended;
    expect(await newestRun()).toMatchObject({
      budget: { usd: 0.05, onLimit: 'stop' },
      priority: 'high',
      user: 'ada',
    });
  });

  it('warns of a call that will be refused, and starts', async () => {
    await server.services.users.put('eve', { switches: { aiTrading: false } });
    const file = join(folder, 'order.yaml');
    await writeFile(
      file,
      [
        'name: order',
        'nodes:',
        '  - { id: ask, kind: approval, show: it }',
        '  - id: place',
        '    kind: tool',
        '    tool: create_paper_order',
        '    args: { symbol: SPX, side: buy, quantity: 1, referencePrice: 1 }',
        'edges: [{ from: ask, to: place }]',
      ].join('\n'),
    );
    const { code, warnings } = await server.baton('run', file, '--user', 'eve').ended;
    expect(code).toBe(0);
    expect(warnings).toMatch(/^warning nodes\.place: create_paper_order .*--ai-trading on/);
  });

  it('keeps what follows the first = of a value', async () => {
    await server.baton('run', 'price-check', '--input', 'symbol=a=b').ended;
    expect((await newestRun())?.input).toMatchObject({ symbol: 'a=b' });
  });

  it('starts a document in a file, with input from standard input', async () => {
    const file = join(folder, 'double.yaml');
    await writeFile(
      file,
      'name: double\ninputs: { type: object, required: [n], properties: { n: { type: number } } }\n' +
        "nodes: [{ id: double, kind: transform, value: '{{ inputs.n * 2.0 }}' }]\n",
    );
    const { code, output } = await startCommand(['run', file, '--input-json', '-', '--json'], {
      env: { BATON_URL: server.address, BATON_API_KEY: 'a-key-for-tests-only' },
      readInput: async () => '{"n": 4}',
    }).ended;
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ pipeline: 'double', input: { n: 4 } });
  });

  it.each([
    ['an unknown pipeline', ['price-chek'], 1, 'Did you mean price-check?'],
    ['an unknown input', ['price-check', '--input', 'symbl=SPX'], 1, 'input.symbl'],
    ['a missing file', ['nowhere.yaml'], 2, 'file nowhere.yaml not found'],
    ['input that is no JSON', ['price-check', '--input-json', '-'], 2, 'not JSON'],
  ])('reports %s', async (_what, args, exitCode, text) => {
    const { code, warnings } = await server.baton('run', ...args).ended;
    expect(code).toBe(exitCode);
    expect(warnings).toContain(text);
  });

  it('tries one node of a file with what another run gave', async () => {
    const file = join(folder, 'two.yaml');
    const write = (said: string) =>
      writeFile(
        file,
        `name: two\nnodes:\n  - { id: one, kind: transform, value: 1 }\n  - { id: two, kind: transform, value: "${said}" }\nedges: [{ from: one, to: two }]\n`,
      );
    await write('{{ nodes.one.output }}');
    await server.baton('run', file).ended;
    const { id } = (await newestRun())!;
    await server.services.runs.finish(id, {
      status: 'completed',
      output: 1,
      nodes: [
        { id: 'one', kind: 'transform', status: 'completed', port: 'done', output: 1 },
        { id: 'two', kind: 'transform', status: 'completed', port: 'done', output: 1 },
      ],
    });
    await write('{{ nodes.one.output + 1 }}');
    const needed = await server.baton('run', file, '--only', 'two').ended;
    expect(needed).toMatchObject({ code: 1 });
    expect(needed.warnings).toContain('--only needs --with RUN');
    for (const [args, said] of [
      [['--with', id], 'need --only NODE'],
      [['--only', 'two', '--with', id, '--at', '1'], 'Omit --at'],
      [['--only', 'two', '--with', id, '--budget', '1'], 'of the run in --with'],
    ] as const) {
      const refused = await server.baton('run', file, ...args).ended;
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.warnings).toContain(said);
    }
    const command = ['run', file, '--only', 'two', '--with', id, '-o', 'one=41'];
    expect(await server.baton(...command).ended).toMatchObject({ code: 0 });
    expect(await newestRun()).toMatchObject({
      retryOf: id,
      triedNode: 'two',
      retry: { only: 'two', kept: [{ id: 'one', output: 41 }] },
    });
  });

  it('lists the mistakes of a document by the lines of its file', async () => {
    const file = join(folder, 'mistaken.yaml');
    await writeFile(file, 'name: one\nnodes:\n  - { id: a, kind: tool, tool: get_prise }\n');
    const { code, warnings } = await server.baton('run', file).ended;
    expect(code).toBe(1);
    expect(warnings).toMatch(/mistaken\.yaml:3 {2}nodes\[0\] \(a\)\.tool: .*get_price\?$/);
    expect(warnings).not.toContain('document');
  });

  it('tells that a run is stored when Temporal is unavailable', async () => {
    server.temporal.failure = unreachable;
    const { code, output, warnings } = await server.baton(
      'run',
      'price-check',
      '--input',
      'symbol=SPX',
    ).ended;
    expect(code).toBe(0);
    expect(output).toContain('is stored');
    expect(warnings).toContain('starts when Temporal');
  });
});

describe('baton run --watch', () => {
  let command: StartedCommand;
  let id: string;

  beforeEach(async () => {
    command = server.baton('run', 'price-check', '--input', 'symbol=SPX', '--watch');
    await expect.poll(() => command.lines[0]).toMatch(/^run_\w+ started/);
    id = command.lines[0]?.split(' ')[0] ?? '';
    await server.services.runs.start(id);
  });

  /** What a worker does at the first node. */
  async function runPrice(): Promise<void> {
    const step = { runId: id, nodePath: 'price', step: 'turn-3.call-1' };
    await server.services.steps.start(step, {
      kind: 'tool',
      name: 'get_price',
      label: 'get_price SPX',
      attempt: 1,
    });
    await server.services.steps.finish(step, { status: 'completed', output: 5000 });
    const model = { runId: id, nodePath: 'price', step: 'turn-4' };
    await server.services.steps.start(model, {
      kind: 'model',
      name: 'openai:a',
      label: 'turn 4 · model call',
      attempt: 1,
    });
    await server.services.steps.finish(model, {
      status: 'completed',
      name: 'anthropic:b',
      output: { text: '', calls: ['get_ohlcv SPX 1d'] },
      attempts: [
        {
          model: 'openai:a',
          status: 'failed',
          error: { code: '500', message: 'down' },
          durationMs: 5,
        },
        { model: 'anthropic:b', status: 'answered', durationMs: 9 },
      ],
    });
    server.temporal.states.set(id, {
      status: 'waiting',
      nodes: [
        { id: 'price', kind: 'tool', status: 'completed', startedAt: 1000, endedAt: 3500 },
        { id: 'confirm', kind: 'approval', status: 'waiting', startedAt: 3500 },
      ],
    });
  }

  async function askForApproval(): Promise<void> {
    await server.services.approvals.request({
      id: `${id}.confirm`,
      runId: id,
      nodePath: 'confirm',
      workflowId: id,
      title: 'Confirm the price',
      show: { price: 5000 },
      hash: 'abc',
      approvers: ['operator'],
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await server.services.runs.settleWaiting(id);
  }

  const finish = (port: string) =>
    server.services.runs.finish(id, {
      status: 'completed',
      output: { price: 5000 },
      nodes: [
        { id: 'price', kind: 'tool', status: 'completed', startedAt: 1000, endedAt: 3500 },
        { id: 'confirm', kind: 'approval', status: 'completed', port, startedAt: 1, endedAt: 2 },
      ],
    });

  it('shows nodes, steps and failovers once each, what to decide, and the result', async () => {
    await runPrice();
    await askForApproval();
    await vi.waitFor(() => {
      expect(command.lines.join('\n')).toContain(`npx baton reject ${id}.confirm`);
    });
    await finish('approved');
    const { code, output } = await command.ended;
    expect(code).toBe(0);
    expect(output).toMatch(/^price completed {3}2\.5 s$/m);
    expect(output).toMatch(/^ {4}price · turn 3 · get_price SPX {3}\d+ ms$/m);
    expect(output).toMatch(
      /^ {2}! price · turn 4 · openai:a failed \(500: down\); continued with anthropic:b$/m,
    );
    expect(output).toMatch(/^ {4}price · turn 4 · anthropic:b calls get_ohlcv SPX 1d {3}\d+ ms$/m);
    expect(output).toMatch(/^\? Confirm the price {3}decide by \d{4}-\S+Z$/m);
    expect(output).toContain('    price: 5000');
    expect(output).toContain(`npx baton approve ${id}.confirm`);
    expect(output).toMatch(/^confirm completed {3}→ approved/m);
    expect(output).toMatch(new RegExp(`^${id} completed`, 'm'));
    const lines = output.split('\n').filter((line) => !line.includes('price: 5000'));
    expect(lines).toEqual([...new Set(lines)]);
  });

  it('ends with 3 when the approval was rejected', async () => {
    await finish('rejected');
    expect((await command.ended).code).toBe(3);
  });

  it.each([
    ['failed', 1],
    ['timeout', 1],
    ['cancelled', 3],
  ] as const)('ends with a run that is %s with %i', async (status, exitCode) => {
    const error = { type: 'AllModelsFailed', message: 'No model answered.', node: 'price' };
    await server.services.runs.finish(id, { status, error, nodes: [] });
    const { code, output } = await command.ended;
    expect(code).toBe(exitCode);
    expect(output).toContain('price: No model answered.');
  });

  it('leaves the run as it is at Ctrl-C, and says how to see it again', async () => {
    command.interrupt();
    const { code, warnings } = await command.ended;
    expect(code).toBe(130);
    expect(warnings).toContain(`npx baton show ${id} --watch`);
    expect(await server.services.runs.get(id)).toMatchObject({ status: 'in_progress' });
  });
});
