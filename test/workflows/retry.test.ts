import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import { NotYet, ToolError } from '../../activities/tool-kit/tool.ts';
import type { Tool, ToolContext } from '../../activities/tool-kit/tool.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { planRetry } from '../../contracts/runs/retry.ts';
import type { RetryPlan } from '../../contracts/runs/retry.ts';
import { requestCancel } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';
import { agentNamed, calls, says, scriptedAgents } from './support/scripted-agents.ts';
import type { AgentScript } from './support/scripted-agents.ts';

/** A tool with an effect that notes under which key it was called; `answer` says what comes of it. */
function effectTool(name: string, answer: (args: { what: string }) => JsonObject) {
  const called: { key: string; runId: string; mayHaveRun: boolean | undefined }[] = [];
  const tool = defineTool({
    name,
    description: 'A tool of a test.',
    category: 'market',
    plan: 'free',
    rateLimit: {},
    sideEffect: true,
    example: { what: 'one' },
    schema: z.strictObject({ what: z.string() }),
    label: ({ what }) => String(what),
    async handle({ what }, { key, runId, mayHaveRun }: ToolContext<object>) {
      called.push({ key, runId, mayHaveRun });
      return answer({ what });
    },
  }) as Tool<object>;
  return { tool, called };
}

const allowed = { sideEffects: { policy: 'allow' as const } };
const mayAct = {
  sideEffects: { policy: 'allow' as const, approvers: ['operator'], timeout: '1h' },
};

/** Agents and pipelines of a test, whose runs can be retried. */
async function open(options: Parameters<typeof scriptedAgents>[0]) {
  const agents = await scriptedAgents(options);
  const outcome = async (run: Awaited<ReturnType<typeof agents.start>>) => {
    await run.result().catch(() => undefined);
    return (await agents.runs.get(run.workflowId))!;
  };
  return {
    ...agents,
    outcome,
    run: async (given: Parameters<typeof agents.start>[0]) => outcome(await agents.start(given)),
    async retry(of: string, given: Parameters<typeof agents.start>[0], from?: string) {
      const { compiled, nodes } = (await agents.runs.get(of))!;
      const retry = planRetry(compiled.pipeline, nodes ?? [], { of, from });
      return outcome(await agents.start({ ...given, retry }));
    },
  };
}

const stepsOf = async (agents: Awaited<ReturnType<typeof open>>, runId: string) =>
  (await agents.steps.list(runId)).map(({ nodePath, step }) => `${nodePath}#${step}`);

describe('a retried agent', { timeout: 90_000 }, () => {
  it('makes no call twice: one that was answered is kept, one in progress keeps its key', async () => {
    let isOpen = false;
    const fast = effectTool('post_note', () => ({ posted: true }));
    const slow = effectTool('place_bid', () => {
      if (!isOpen) throw new NotYet('The bid waits', 60_000);
      return { won: true };
    });
    const agents = await open({
      agents: [
        agentNamed('bidder', {
          tools: ['post_note', 'place_bid'],
          ...mayAct,
        }),
      ],
      scripts: {
        bidder: (_asked, turn) =>
          turn === 1
            ? calls(['post_note', { what: 'note' }], ['place_bid', { what: 'bid' }])
            : says('won'),
      },
      tools: [fast.tool, slow.tool],
    });
    const started = await agents.start();
    await expect
      .poll(async () => (await agents.steps.list(started.workflowId)).map(({ output }) => output), {
        timeout: 20_000,
      })
      .toContainEqual(expect.objectContaining({ waiting: 'The bid waits' }));
    await started.signal(requestCancel, { by: 'a test' });
    const first = await agents.outcome(started);
    expect(first.status).toBe('cancelled');
    isOpen = true;
    const again = await agents.retry(first.id, {});
    expect(again).toMatchObject({ status: 'completed', output: { report: 'won' } });
    expect(agents.asked).toHaveLength(2);
    expect(fast.called).toHaveLength(1);
    const bid = { key: `${first.id}/look#turn-1.call-1`, runId: first.id, mayHaveRun: false };
    expect(slow.called).toEqual([bid, bid]);

    // A retry of the retry still knows the first call.
    const third = await agents.retry(again.id, {}, 'look');
    expect(third.status).toBe('completed');
    expect(agents.asked).toHaveLength(4);
    expect(fast.called).toHaveLength(2);
  });

  it('repeats its last turn if it had not delivered a result', async () => {
    let answers = 0;
    const look: AgentScript = () => {
      answers += 1;
      return answers < 3 ? calls(['post_note', { what: 'note' }]) : says('done');
    };
    const note = effectTool('post_note', () => ({}));
    const agents = await open({
      agents: [
        agentNamed('slow', {
          tools: ['post_note'],
          limits: { turns: 2 },
          ...mayAct,
        }),
      ],
      scripts: { slow: look },
      tools: [note.tool],
    });
    const first = await agents.run({});
    expect(first.error?.type).toBe('AgentLimit');
    const again = await agents.retry(first.id, {});
    expect(again.output).toEqual({ report: 'done' });
    expect(await stepsOf(agents, again.id)).toEqual(['look#turn-2']);
    expect(note.called).toHaveLength(1);
  });

  it('starts over when its task is another one', async () => {
    let isBroken = true;
    const agents = await open({
      agents: [agentNamed('looker', { tools: [], limits: { turns: 2 } })],
      scripts: { looker: () => (isBroken ? { status: 400 } : says('done')) },
    });
    const first = await agents.run({ task: 'Look at SPX' });
    isBroken = false;
    const again = await agents.retry(first.id, { task: 'Look at NDX' });
    expect(again.status).toBe('completed');
    const [conversation] = await agents.conversations.at(again.id, 'look');
    expect(conversation?.continues).toBeNull();
  });

  it('continues with those that it delegated to', async () => {
    let isBroken = true;
    const agents = await open({
      agents: [
        agentNamed('lead', { delegates: ['helper'] }),
        agentNamed('helper', { tools: ['count'], ...mayAct }),
      ],
      scripts: {
        lead: (_asked, turn) =>
          turn === 1 ? calls(['delegate_to_helper', { task: 'Count' }]) : says('counted'),
        async helper(_asked, turn) {
          if (turn === 1) return calls(['count', { what: 'one' }]);
          if (!isBroken) return says('one');
          await waiting.promise;
          return { status: 400 };
        },
      },
      tools: [effectTool('count', () => ({})).tool],
    });
    const waiting = Promise.withResolvers<void>();
    const started = await agents.start();
    await expect.poll(() => agents.asked.length, { timeout: 20_000 }).toBe(3);
    await started.signal(requestCancel, { by: 'a test' });
    const first = await agents.outcome(started);
    waiting.resolve();
    isBroken = false;
    const again = await agents.retry(first.id, {});
    expect(again.output).toEqual({ report: 'counted' });
    expect(await stepsOf(agents, again.id)).toEqual(['look/turn-1-0-helper#turn-2', 'look#turn-2']);
  });
});

describe('a node with retry', { timeout: 60_000 }, () => {
  it('continues the conversation of its agent, and waits before it tries again', async () => {
    let answers = 0;
    const note = effectTool('post_note', () => ({}));
    const agents = await open({
      agents: [
        agentNamed('slow', {
          tools: ['post_note'],
          limits: { turns: 2 },
          ...mayAct,
        }),
      ],
      scripts: {
        slow() {
          answers += 1;
          return answers < 4 ? calls(['post_note', { what: 'note' }]) : says('done');
        },
      },
      tools: [note.tool],
    });
    const run = await agents.start({ node: { retry: { maximumAttempts: 3 } } });
    expect(await run.result()).toEqual({ report: 'done' });
    expect(note.called).toHaveLength(1);
    const { events } = await run.fetchHistory();
    const waits = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) =>
      timer ? [Number(timer.startToFireTimeout?.seconds)] : [],
    );
    expect(waits).toEqual([1, 2]);
  });
});

it('an agent that fails at its turn 149 goes on at turn 149', { timeout: 300_000 }, async () => {
  let isDown = true;
  const act = effectTool('act', ({ what }: { what: string }) => ({ did: what }));
  const counter = agentNamed('counter', {
    ...mayAct,
    tools: ['act'],
    limits: { turns: 200, time: '1h' },
  });
  const asked: number[] = [];
  const agents = await open({
    agents: [counter],
    tools: [act.tool],
    scripts: {
      counter(_asked, turn) {
        asked.push(turn);
        if (turn === 149 && isDown) return { status: 400, message: 'down' };
        return turn < 150 ? calls(['act', { what: String(turn) }]) : says('Counted.');
      },
    },
  });
  const failed = await agents.run({});
  expect(failed.status).toBe('failed');
  expect(asked).toEqual(Array.from({ length: 149 }, (_, index) => index + 1));
  isDown = false;
  expect((await agents.retry(failed.id, {})).output).toEqual({ report: 'Counted.' });
  expect(asked.slice(149)).toEqual([149, 150]);
  expect(act.called).toHaveLength(149);
});

describe('a retried run', { timeout: 90_000 }, () => {
  const failing =
    (whats: Set<string>) =>
    ({ what }: { what: string }) => {
      if (whats.has(what)) throw new ToolError(`${what} is broken`, { retryable: false });
      return { did: what };
    };

  it('keeps the completed nodes of a child pipeline and the completed items of a map', async () => {
    const broken = new Set(['second', 'third']);
    const act = effectTool('act', failing(broken));
    const agents = await open({ agents: [], scripts: {}, tools: [act.tool] });
    const call = (id: string, what: string) => ({
      id,
      kind: 'tool' as const,
      tool: 'act',
      args: { what },
      ...allowed,
    });
    const pipeline: PipelineParts = {
      nodes: [
        { id: 'desk', kind: 'pipeline', pipeline: 'desk', inputs: {} },
        {
          id: 'each',
          kind: 'map',
          tool: 'act',
          items: [{ what: 'item' }, { what: 'third' }],
          concurrency: 1,
          ...allowed,
        },
      ],
      edges: [{ from: 'desk', to: 'each' }],
    };
    const desk: PipelineParts = {
      name: 'desk',
      nodes: [call('one', 'first'), call('two', 'second')],
      edges: [{ from: 'one', to: 'two' }],
    };
    const given = { pipeline, pipelines: [desk] };
    const first = await agents.run(given);
    expect(first.error?.message).toContain('second is broken');
    broken.delete('second');
    const second = await agents.retry(first.id, given);
    expect(second.error?.message).toContain('third is broken');
    broken.clear();
    const third = await agents.retry(second.id, given);
    expect(third.status).toBe('completed');
    expect(act.called.map(({ key }) => key)).toEqual([
      `${first.id}/desk/one#tool`,
      `${first.id}/desk/two#tool`,
      `${second.id}/desk/two#tool`,
      `${second.id}/each#item-1`,
      `${second.id}/each#item-2`,
      // What failed with an answer is a new call.
      `${third.id}/each#item-2`,
    ]);
  });

  it.each([
    ['keeps a text', {}, 'Stored.', { text: 'Stored.' }],
    ['keeps a value', { schema: { type: 'object' } }, '{"stored": true}', { stored: true }],
    ['asks anew in place of an empty text', {}, ' ', { text: 'Anew.' }],
  ])('%s that a model node had when its run ended', async (what, rest, stored, output) => {
    let isDown = true;
    const agents = await open({
      agents: [agentNamed('thinker', { instructions: 'Think.' })],
      scripts: { thinker: () => (isDown ? { status: 400, message: 'down' } : says('Anew.')) },
    });
    const node = { id: 'think', kind: 'model' as const, models: ['openai:gpt-4o'] };
    const pipeline: PipelineParts = {
      nodes: [{ ...node, system: 'Think.', prompt: 'Say it.', ...rest }],
      output: '{{ nodes.think.output }}',
    };
    const failed = await agents.run({ pipeline });
    expect(failed.status).toBe('failed');
    isDown = false;
    await agents.conversations.append(`${failed.id}/think`, [
      { turn: 1, position: 0, message: { role: 'assistant', text: stored, toolCalls: [] } },
    ]);
    const before = agents.asked.length;
    expect((await agents.retry(failed.id, { pipeline })).output).toEqual(output);
    expect(agents.asked.length - before).toBe(what.startsWith('keeps') ? 0 : 1);
  });

  it('runs a node inside of child pipelines again, with what follows from it and from them', async () => {
    const act = effectTool('act', ({ what }: { what: string }) => ({ did: what }));
    const agents = await open({ agents: [], scripts: {}, tools: [act.tool] });
    const call = (id: string) => ({
      id,
      kind: 'tool' as const,
      tool: 'act',
      args: { what: id },
      ...allowed,
    });
    const pipeline: PipelineParts = {
      nodes: [
        call('before'),
        { id: 'desk', kind: 'pipeline', pipeline: 'desk', inputs: {} },
        call('after'),
      ],
      edges: [
        { from: 'before', to: 'desk' },
        { from: 'desk', to: 'after' },
      ],
    };
    const desk: PipelineParts = {
      name: 'desk',
      nodes: [
        call('one'),
        { id: 'each', kind: 'map', pipeline: 'item', items: [{}, {}], concurrency: 1 },
        call('three'),
      ],
      edges: [
        { from: 'one', to: 'each' },
        { from: 'each', to: 'three' },
      ],
    };
    const item: PipelineParts = {
      name: 'item',
      nodes: [call('look'), call('tell')],
      edges: [{ from: 'look', to: 'tell' }],
    };
    const given = { pipeline, pipelines: [desk, item] };
    const first = await agents.run(given);
    expect(first.status).toBe('completed');
    const inFirst = act.called.length;
    const second = await agents.retry(first.id, given, 'desk/each.item-2/tell');
    expect(second.status).toBe('completed');
    const again = act.called.slice(inFirst).map(({ key }) => key.replace(second.id, 'second'));
    expect(again).toEqual([
      'second/desk/each.item-2/tell#tool',
      'second/desk/three#tool',
      'second/after#tool',
    ]);
  });

  it('takes over the rounds of a loop before the one that runs again, and none after it', async () => {
    const broken = new Set(['2']);
    const act = effectTool('act', ({ what }) => {
      if (broken.has(what)) throw new ToolError(`${what} is broken`, { retryable: false });
      return { next: `${Number(what) + 1}` };
    });
    const agents = await open({ agents: [], scripts: {}, tools: [act.tool] });
    const pipeline: PipelineParts = {
      nodes: [
        {
          id: 'count',
          kind: 'loop',
          pipeline: 'round',
          inputs: { what: "{{ round.?last.?next.orValue('1') }}" },
          maximumRounds: 3,
        },
      ],
    };
    const round: PipelineParts = {
      name: 'round',
      nodes: [
        { id: 'do', kind: 'tool', tool: 'act', args: { what: '{{ inputs.what }}' }, ...allowed },
      ],
      output: '{{ nodes.do.output }}',
    };
    const given = { pipeline, pipelines: [round] };
    const first = await agents.run(given);
    expect(first.error?.message).toBe('round 2 of count: do: 2 is broken');
    broken.clear();
    const second = await agents.retry(first.id, given);
    const last = { next: '4' };
    expect(second.output).toEqual({ count: { ended: 'rounds', rounds: 3, last } });
    const third = await agents.retry(second.id, given, 'count.round-2/do');
    expect(third.output).toEqual(second.output);
    expect(act.called.map(({ key }) => key)).toEqual([
      `${first.id}/count.round-1/do#tool`,
      `${first.id}/count.round-2/do#tool`,
      `${second.id}/count.round-2/do#tool`,
      `${second.id}/count.round-3/do#tool`,
      `${third.id}/count.round-2/do#tool`,
      `${third.id}/count.round-3/do#tool`,
    ]);
  });

  it('asks again for a side effect that was approved in the run before', async () => {
    const harness = await startHarness();
    onTestFinished(() => harness.stop());
    const args = { what: 'order' };
    const gate = { id: 'gate', kind: 'approval' as const, status: 'completed' as const };
    const run = await harness.start(
      {
        nodes: [
          { id: 'gate', kind: 'approval', show: {}, tool: 'act', args },
          { id: 'buy', kind: 'tool', tool: 'act', args: '{{ nodes.gate.output.args }}' },
        ],
        edges: [{ from: 'gate', to: 'buy' }],
      },
      {
        retry: {
          of: 'run_before',
          kept: [{ ...gate, port: 'approved', output: { args }, keptFrom: 'run_before' }],
          continued: [],
        },
      },
    );
    await run.result();
    expect(harness.recorded.approvals).toEqual([]);
    expect(harness.recorded.tools).toMatchObject([{ tool: 'act', sideEffects: { policy: 'ask' } }]);
  });

  it('lets a node see all that is kept, in whatever order the document has it', async () => {
    const harness = await startHarness();
    onTestFinished(() => harness.stop());
    const transform = (id: string) => ({ id, kind: 'transform' as const, value: id });
    const keptAs = (id: string, rest: object = {}) => ({
      id,
      kind: 'transform',
      status: 'completed' as const,
      port: 'done',
      output: `${id} before`,
      keptFrom: 'run_before',
      ...rest,
    });
    const run = await harness.start(
      {
        nodes: [
          transform('middle'),
          transform('first'),
          { id: 'end', kind: 'tool', tool: 'act', args: { what: '{{ nodes.first.output }}' } },
        ],
        edges: [
          { from: 'first', to: 'middle' },
          { from: 'middle', to: 'end' },
        ],
      },
      {
        retry: {
          of: 'run_before',
          kept: [keptAs('middle'), keptAs('first', { outside: ['a web page'] })],
          continued: ['end'],
        },
      },
    );
    await run.result();
    expect(harness.recorded.tools).toMatchObject([
      {
        args: { value: { what: 'first before' } },
        outside: ['a web page'],
        continues: 'run_before',
      },
    ]);
  });
});

describe('a node that is tried', () => {
  it('runs alone, and what it gives is the output of the run', async () => {
    const harness = await startHarness({
      tool: ({ args }) =>
        'value' in args && isJsonObject(args.value) ? (args.value['value'] ?? null) : null,
    });
    onTestFinished(() => harness.stop());
    const echo = (id: string, args: JsonObject) =>
      ({ id, kind: 'tool', tool: 'echo', args }) as const;
    const parts: PipelineParts = {
      nodes: [
        echo('first', { value: 1 }),
        echo('second', { value: '{{ nodes.first.output + 1 }}' }),
        echo('third', { value: '{{ nodes.second.output + 1 }}' }),
      ],
      edges: [
        { from: 'first', to: 'second' },
        { from: 'second', to: 'third' },
      ],
      output: '{{ nodes.third.output }}',
    };
    const retry = {
      of: 'run_1',
      kept: [
        { id: 'first', kind: 'tool', status: 'completed', port: 'done', output: 41, pinned: true },
        { id: 'third', kind: 'tool', status: 'skipped' },
      ],
      continued: [],
      only: 'second',
    } satisfies RetryPlan;
    const run = await harness.start(parts, { retry });
    expect(await run.result()).toBe(42);
    expect(harness.recorded.tools.map(({ nodePath }) => nodePath)).toEqual(['second']);
    expect(harness.recorded.finished).toMatchObject({
      status: 'completed',
      nodes: [{ status: 'completed' }, { status: 'completed' }, { status: 'skipped' }],
    });
  });
});
