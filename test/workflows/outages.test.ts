import { describe, expect, it, onTestFinished } from 'vitest';
import type {
  CallModelResult,
  RunToolInput,
  RunToolResult,
} from '../../contracts/activities/index.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';
import type { Scripts } from './support/fake-activities.ts';
import { asks, delivers } from './support/model-answers.ts';
import { agentNamed } from './support/scripted-agents.ts';

const away = {
  status: 'waiting',
  retryAfterMs: 0,
  reason: 'No model answered. openai:a: ECONNREFUSED.',
  away: 'openai:a',
} satisfies CallModelResult & RunToolResult;

const look = { id: 'look', kind: 'agent' as const, agent: 'quick', task: 'Look' };
const price = { id: 'price', kind: 'tool' as const, tool: 'get_price' };
const quick = agentNamed('quick');

async function runOf(
  scripts: Scripts,
  parts: PipelineParts,
  options: { pipelines?: PipelineParts[] } = {},
) {
  const harness = await startHarness(scripts);
  onTestFinished(harness.stop);
  const run = await harness.start(parts, { ...options, agents: { quick } });
  return { run, recorded: harness.recorded };
}

/** Answers `away` so often before it gives the answer. */
function backAfter<Answer>(times: number, answer: Answer) {
  let calls = 0;
  return () => {
    calls += 1;
    return calls > times ? answer : away;
  };
}

describe('an unavailable service', { timeout: 60_000 }, () => {
  it('is waited for more often than a call has attempts, and the next try knows since when', async () => {
    const { run, recorded } = await runOf(
      { model: backAfter(5, delivers({ report: 'up' })) },
      { nodes: [look] },
    );
    expect(await run.result()).toEqual({ look: { report: 'up' } });
    const { models } = recorded;
    expect(models).toHaveLength(6);
    expect(models[0]).not.toHaveProperty('waitingSince');
    expect(new Set(models.slice(1).map(({ waitingSince }) => waitingSince)).size).toBe(1);
    expect(models[1]!.waitingSince).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is waited for by a tool of a node and of an agent, also where it may be tried only once', async () => {
    const back = backAfter(4, { price: 1 });
    const { run, recorded } = await runOf(
      { tool: back, model: ({ turn }) => (turn === 1 ? asks('get_price') : delivers('up')) },
      {
        nodes: [{ ...price, retry: { maximumAttempts: 1 } }, look],
        edges: [{ from: 'price', to: 'look' }],
      },
    );
    expect(await run.result()).toEqual({ look: 'up' });
    expect(recorded.tools).toHaveLength(6);
  });

  it('tells the next attempt what an interrupted attempt may have done', async () => {
    let calls = 0;
    const { run, recorded } = await runOf(
      {
        tool() {
          calls += 1;
          return calls === 1 ? { ...away, soFar: { mayHaveRun: true } } : 'sent';
        },
      },
      { nodes: [price] },
    );
    await run.result();
    expect(recorded.tools[1]).toMatchObject({ soFar: { mayHaveRun: true } });
  });

  it('leaves in doubt a call that may have run, once it is waited for no longer', async () => {
    const inDoubt = { ...away, soFar: { mayHaveRun: true } } as const;
    const ends: [Partial<typeof price> & object, string][] = [
      [{ onOutage: 'fail' } as object, 'Outage'],
      [{ timeout: '1500ms' } as object, 'Timeout'],
    ];
    for (const [terms, type] of ends) {
      const node = { ...price, ...terms, onError: 'continue' as const };
      const { run, recorded } = await runOf({ tool: () => inDoubt }, { nodes: [node] });
      await run.result();
      const message = expect.stringMatching(
        /It may have been executed\. Check before you repeat it\.$/,
      );
      expect(recorded.finished?.nodes).toMatchObject([{ error: { type, message, doubt: true } }]);
    }
  });

  it('tells each try from when on nobody waits', async () => {
    const node = { ...price, outageTimeout: '1500ms', onError: 'continue' as const };
    const { run, recorded } = await runOf({ tool: () => away }, { nodes: [node] });
    await run.result();
    const told = recorded.tools.map(({ givesUpAt = 0 }) => givesUpAt);
    expect(told.length).toBeGreaterThan(1);
    expect(told.at(-1)).toBeLessThanOrEqual(Date.now());
    // The first try does not know yet whether anything is away.
    expect(new Set(told.slice(1)).size).toBe(1);
  });

  it('is waited for until the time limit of the node', async () => {
    const { run, recorded } = await runOf(
      { tool: () => away, model: () => away },
      {
        nodes: [
          { ...price, timeout: '1500ms', onError: 'continue' },
          { ...look, timeout: '1500ms', onError: 'continue' },
        ],
      },
    );
    await run.result();
    const { nodes = [] } = recorded.finished ?? {};
    expect(nodes).toMatchObject([
      {
        status: 'timeout',
        error: { type: 'Timeout', message: expect.stringContaining('openai:a') },
      },
      { status: 'timeout', error: { type: 'AgentTimeout' } },
    ]);
    expect(recorded.tools.length).toBeGreaterThan(1);
    expect(recorded.models.length).toBeGreaterThan(1);
  });
});

describe('calls that wait for the same', { timeout: 120_000 }, () => {
  const map = (items: number, more: object = {}) => ({
    id: 'many',
    kind: 'map' as const,
    tool: 'get_price',
    items: Array.from({ length: items }, (_, item) => ({ item })),
    concurrency: items,
    ...more,
  });
  const timersOf = async (run: Awaited<ReturnType<typeof runOf>>['run']) => {
    const { events } = await run.fetchHistory();
    return events!.filter((event) => event.timerStartedEventAttributes).length;
  };

  it('have one of them check, and continue together when it is back', async () => {
    const { run, recorded } = await runOf({ tool: backAfter(12, 1) }, { nodes: [map(10)] });
    expect(await run.result()).toEqual({ many: Array(10).fill(1) });
    // Ten that meet the outage, three looks of one, and then the other nine.
    expect(recorded.tools).toHaveLength(22);
    expect(await timersOf(run)).toBe(3);
  });

  it('check instead when the one that checks gives up', async () => {
    // The one that looks finds it away whenever it looks; the others, once they look themselves.
    const met = new Set<string>();
    const tool = ({ nodePath, step }: RunToolInput) => {
      const call = `${nodePath}#${step}`;
      const isAway = nodePath === 'price' || !met.has(call);
      met.add(call);
      return isAway ? away : 1;
    };
    const { run, recorded } = await runOf(
      { tool },
      {
        nodes: [
          { ...price, outageTimeout: '500ms', onError: 'continue' },
          map(2, { outageTimeout: '1h' }),
        ],
      },
    );
    expect(await run.result()).toMatchObject({ many: [1, 1] });
    expect(recorded.finished?.nodes?.[0]).toMatchObject({ error: { type: 'Outage' } });
  });

  it('end at the limit of each', async () => {
    const node = map(5, { outageTimeout: '1500ms' });
    const { run, recorded } = await runOf({ tool: () => away }, { nodes: [node] });
    await expect(run.result()).rejects.toThrow();
    expect(recorded.finished?.error?.type).toBe('Outage');
    expect(recorded.tools.length).toBeLessThanOrEqual(5 + 2 + 4);
  });
});

describe('an outage', { timeout: 60_000 }, () => {
  const failsAtOnce: [string, PipelineParts, { pipelines?: PipelineParts[] }][] = [
    ['its node', { nodes: [{ ...price, onOutage: 'fail' }] }, {}],
    ['its pipeline', { nodes: [price], onOutage: 'fail' }, {}],
    [
      'the node that runs its pipeline',
      { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'child', onOutage: 'fail' }] },
      { pipelines: [{ name: 'child', nodes: [price] }] },
    ],
    [
      'the map that runs its pipeline',
      { nodes: [{ id: 'desk', kind: 'map', pipeline: 'child', items: [{}], onOutage: 'fail' }] },
      { pipelines: [{ name: 'child', nodes: [price] }] },
    ],
  ];
  it.each(failsAtOnce)('fails a call at once where %s says so', async (_who, parts, options) => {
    const { run, recorded } = await runOf({ tool: () => away }, parts, options);
    await expect(run.result()).rejects.toThrow();
    expect(recorded.tools).toHaveLength(1);
    const { error } = recorded.finished!;
    expect(error?.type).toBe('Outage');
    expect(error?.message).toMatch(
      /openai:a was unavailable, and the run does not wait for it \(unavailable since \d{4}-.*Z\)\. No model answered/,
    );
  });

  it('fails an agent once it has lasted longer than it may, whatever may be tried again', async () => {
    const { run, recorded } = await runOf(
      { model: () => away },
      { nodes: [{ ...look, outageTimeout: '1500ms', retry: { maximumAttempts: 3 } }] },
    );
    await expect(run.result()).rejects.toThrow();
    expect(recorded.models.length).toBeGreaterThan(1);
    expect(recorded.opened).toHaveLength(1);
    expect(recorded.finished).toMatchObject({
      status: 'failed',
      error: {
        type: 'Outage',
        node: 'look',
        message: expect.stringContaining('the run waited 1.5 s for it'),
      },
    });
  });

  it('is waited for by a node that says so in a pipeline that does not', async () => {
    const { run } = await runOf(
      { tool: backAfter(2, 1) },
      { nodes: [{ ...price, onOutage: 'wait' }], onOutage: 'fail' },
    );
    expect(await run.result()).toEqual({ price: 1 });
  });

  it('does not include the wait of a tool that has no answer yet', async () => {
    let calls = 0;
    const { run } = await runOf(
      {
        tool() {
          calls += 1;
          return calls === 1
            ? { status: 'waiting', retryAfterMs: 10, reason: 'the next bar' }
            : 'filled';
        },
      },
      { nodes: [{ ...price, onOutage: 'fail' }] },
    );
    expect(await run.result()).toEqual({ price: 'filled' });
  });
});
