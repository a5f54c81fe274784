import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import { ToolError } from '../../activities/tool-kit/tool.ts';
import { sealedResumption } from '../../contracts/runs/resume-claim.ts';
import { interruptAgent, resumeAgent } from '../../workflows/messages.ts';
import { agentNamed, calls, says, scriptedAgents } from './support/scripted-agents.ts';
import type { AgentScript, ScriptedAgents } from './support/scripted-agents.ts';

/** Runs go on at their own pace. */
const patiently = { timeout: 15_000 };

const lookUp = (name: string, handle: () => Promise<object>, alternatives?: string[]) =>
  defineTool({
    name,
    description: `Looks up ${name}`,
    category: 'market',
    plan: 'free',
    rateLimit: {},
    ...(alternatives && { alternatives }),
    schema: z.strictObject({}),
    handle: async () => (await handle()) as never,
  });

const price = lookUp('price', async () => ({ price: 1 }));
const twoSteps = { steps: [{ text: 'Read the price' }, { text: 'Write the report' }] };

/** The plan's revisions: the status of each step, and why it was made anew. */
async function revisionsOf({ plans }: ScriptedAgents, runId: string, nodePath = 'look') {
  return (await plans.revisions(runId, nodePath)).map(({ steps, reason }) => ({
    steps: steps.map(({ id, status }) => `${id} ${status}`).join(', '),
    ...(reason !== null && { reason }),
  }));
}

async function working(script: AgentScript, tools = [price]) {
  const names = tools.map(({ name }) => name);
  return scriptedAgents({
    agents: [agentNamed('planner', { planning: 'model', tools: names })],
    scripts: { planner: script },
    tools,
  });
}

/** What was said of the tools at each turn: nothing leaves the choice to the model. */
const choices = ({ asked }: ScriptedAgents) => asked.map(({ toolChoice }) => toolChoice);
const planAlone = { type: 'function', function: { name: 'set_plan' } };

/** What the model was told at its latest turn, after its task. */
const lastMessage = ({ asked }: ScriptedAgents) => String(asked.at(-1)?.messages.at(-1)?.content);

describe('an agent that plans', { timeout: 60_000 }, () => {
  it('sets its plan first, marks its steps as it works, and closes it with its result', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['set_plan', twoSteps], ['price', {}]);
      const steps = [
        { id: '1', status: 'done', note: 'it is 1' },
        { id: '2', status: 'active' },
      ];
      return turn === 2 ? calls(['update_plan', { steps }]) : says('The price is 1.');
    });
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'The price is 1.' });
    expect(choices(agents)).toEqual(['required', undefined, undefined]);
    expect(lastMessage(agents)).toBe(
      'Your plan now:\n[x] 1 Read the price: it is 1\n[>] 2 Write the report',
    );
    expect(await revisionsOf(agents, run.workflowId)).toEqual([
      { steps: '1 pending, 2 pending' },
      { steps: '1 done, 2 active' },
      { steps: '1 done, 2 done' },
    ]);
  });

  it('plans again after a failure, and says why', async () => {
    const broken = lookUp('price', async () => {
      throw new ToolError('the exchange is closed', { retryable: false });
    });
    const again = { reason: 'no price', steps: [{ id: 'a', text: 'Say that there is no price' }] };
    const agents = await working(
      (_asked, turn) => {
        if (turn === 1) return calls(['set_plan', twoSteps], ['price', {}]);
        return turn === 2 ? calls(['set_plan', again]) : says('There is no price.');
      },
      [broken],
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'There is no price.' });
    expect(await revisionsOf(agents, run.workflowId)).toEqual([
      { steps: '1 pending, 2 pending' },
      { steps: '1 failed, 2 pending' },
      { steps: 'a pending', reason: 'no price' },
      { steps: 'a done' },
    ]);
  });

  it('that begins without a plan has its calls run, and is then held to its plan alone', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['price', {}]);
      return turn === 2 ? calls(['set_plan', twoSteps]) : says('The price is 1.');
    });
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'The price is 1.' });
    expect(choices(agents)).toEqual(['required', planAlone, undefined]);
    const [result, reminder] = agents.asked[1]?.messages.slice(-2) ?? [];
    expect(result).toMatchObject({ role: 'tool', content: '{"price":1}' });
    expect(reminder).toMatchObject({ role: 'user', content: expect.stringContaining('set_plan') });
    expect(await revisionsOf(agents, run.workflowId)).toHaveLength(2);
  });

  it('cannot deliver a result before it has a plan', async () => {
    const agents = await working((_asked, turn) =>
      turn === 2 ? calls(['set_plan', twoSteps]) : says(`turn ${turn}`),
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'turn 3' });
    // A text in place of a call is asked for once more, in words.
    expect(choices(agents)).toEqual(['required', undefined, planAlone, undefined]);
  });

  it('continues without a plan if it cannot make one', async () => {
    const agents = await working((_asked, turn) =>
      turn <= 2 ? calls(['set_plan', { steps: [] }], ['price', {}]) : says('The price is 1.'),
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'The price is 1.' });
    expect(choices(agents)).toEqual(['required', planAlone, undefined]);
    expect(await revisionsOf(agents, run.workflowId)).toEqual([]);
    const told = agents.asked[1]?.messages.find(({ role }) => role === 'tool');
    expect(String(told?.content)).toContain('VALIDATION_ERROR');
  });

  it('is told its plan again when it has not looked at it for long', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['set_plan', twoSteps]);
      return turn <= 8 ? calls(['price', {}]) : says('done');
    });
    const run = await agents.start();
    await run.result();
    const notes = agents.asked.map(
      ({ messages }) =>
        messages.filter(({ content }) => String(content).startsWith('Your plan now (')).length,
    );
    expect(notes).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1]);
  });

  it('changes its plan when a person interrupts it and says what else to do', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const slow = lookUp('price', async () => {
      await gate;
      return { price: 1 };
    });
    const agents = await working(
      ({ messages }, turn) => {
        if (turn === 1) return calls(['set_plan', twoSteps], ['price', {}]);
        const told = messages.some(({ content }) => String(content).includes('mind the gap'));
        if (turn > 2 || !told) return says('The gap is minded.');
        const steps = [{ id: 'gap', text: 'Mind the gap', status: 'active' }];
        return calls(['set_plan', { reason: 'the operator said so', steps }]);
      },
      [slow],
    );
    const run = await agents.start();
    const agent = agents.client.workflow.getHandle(`${run.workflowId}/look`);
    const isPlanned = async () => (await agents.plans.current(run.workflowId)).length;
    await expect.poll(isPlanned, patiently).toBe(1);
    await agent.signal(interruptAgent, { by: 'operator' });
    release();
    const interrupted = async () =>
      Object.keys((await agents.runs.get(run.workflowId))?.interrupted ?? {});
    await expect.poll(interrupted, patiently).toEqual(['look']);
    const request = { by: 'operator', instruction: 'mind the gap', nonce: 'once' };
    const { workflowId } = agent;
    const seal = agents.signatures.seals.sign(sealedResumption({ ...request, workflowId }));
    await agent.signal(resumeAgent, { ...request, seal });
    expect(await run.result()).toEqual({ report: 'The gap is minded.' });
    expect(await revisionsOf(agents, run.workflowId)).toEqual([
      { steps: '1 pending, 2 pending' },
      { steps: 'gap active', reason: 'the operator said so' },
      { steps: 'gap done' },
    ]);
  });

  it('that is stopped at its time limit ends as timeout, keeps what it did, and says what is missing', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    const agents = await working((_asked, turn) => {
      if (turn > 2) return never;
      const done = { steps: [{ id: '1', status: 'done' }] };
      return turn === 1
        ? calls(['set_plan', twoSteps], ['price', {}])
        : calls(['update_plan', done]);
    });
    const run = await agents.start({ node: { timeout: '6s' } });
    await expect(run.result()).rejects.toThrow();
    expect(await agents.runs.get(run.workflowId)).toMatchObject({
      status: 'timeout',
      error: { type: 'AgentTimeout', node: 'look' },
      partial: {
        nodes: {
          look: {
            observations: [{ tool: 'price', preview: '{"price":1}' }],
            missing: ['Write the report'],
          },
        },
      },
    });
  });
});

describe('a tool that fails', { timeout: 60_000 }, () => {
  it('is tried again, and then its agent reads how often, and what may serve in its place', async () => {
    const broken = lookUp(
      'price',
      async () => {
        throw new ToolError('no connection', { retryable: true });
      },
      ['bars', 'another_agents_tool'],
    );
    const bars = lookUp('bars', async () => ({ close: 1 }));
    const agents = await working(
      ({ messages }, turn) => {
        if (turn === 1) return calls(['set_plan', twoSteps], ['price', {}]);
        const told = messages.findLast(({ role }) => role === 'tool');
        const { error } = JSON.parse(String(told?.content)) as {
          error?: { alternatives: string[] };
        };
        const [instead] = error?.alternatives ?? [];
        return instead === undefined ? says('By the bars, 1.') : calls([instead, {}]);
      },
      [broken, bars],
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'By the bars, 1.' });
    const told = agents.asked[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(JSON.parse(String(told[1]?.content))).toEqual({
      error: {
        type: 'EXECUTION_ERROR',
        message: expect.stringContaining('no connection'),
        tried: '3 times',
        help: expect.stringContaining('You can use instead: bars.'),
        alternatives: ['bars'],
      },
    });
    expect(await revisionsOf(agents, run.workflowId)).not.toContainEqual({
      steps: expect.stringContaining('failed'),
    });
  });

  it('for what there is not sends its agent to the tool that lists what there is', async () => {
    const gone = {
      ...lookUp('remove', async () => {
        throw new ToolError('There is no alert x', { retryable: false });
      }),
      lookup: 'list',
    };
    const agents = await working(
      (_asked, turn) =>
        turn === 1 ? calls(['set_plan', twoSteps], ['remove', {}]) : says('None.'),
      [gone, lookUp('list', async () => ({ alerts: [] }))],
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'None.' });
    const told = agents.asked[1]?.messages.findLast(({ role }) => role === 'tool');
    expect(JSON.parse(String(told?.content))).toMatchObject({
      error: { tried: 'once', help: expect.stringContaining('list lists the valid values') },
    });
    expect(await revisionsOf(agents, run.workflowId)).not.toContainEqual({
      steps: expect.stringContaining('failed'),
    });
  });

  it('and whose alternatives fail too is on record as exhausted, and the agent answers with what it has', async () => {
    const fails = async () => {
      throw new ToolError('closed', { retryable: false });
    };
    const agents = await working(
      (_asked, turn) => {
        if (turn === 1) return calls(['set_plan', twoSteps], ['price', {}]);
        return turn === 2 ? calls(['bars', {}]) : says('There is no price, and none can be had.');
      },
      [lookUp('price', fails, ['bars']), lookUp('bars', fails, ['price'])],
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'There is no price, and none can be had.' });
    const steps = (await agents.steps.list(run.workflowId)).filter(({ kind }) => kind === 'tool');
    expect(steps.map(({ name, status, output }) => ({ name, status, output }))).toEqual([
      { name: 'price', status: 'failed', output: { tried: 1, alternatives: ['bars'] } },
      { name: 'bars', status: 'failed', output: { tried: 1, exhausted: ['bars', 'price'] } },
    ]);
    const plan = (await agents.plans.revisions(run.workflowId, 'look'))[1];
    expect(plan?.steps[0]).toMatchObject({
      status: 'failed',
      note: expect.stringMatching(/^bars failed, tried once; price failed too: .*closed/),
    });
    expect(JSON.stringify(agents.asked.at(-1)?.messages)).toContain('[!] 1 Read the price');
  });
});

describe('the demo model', { timeout: 60_000 }, () => {
  it('works by a plan, and plans again when a tool of it has failed', async () => {
    const tools = [
      lookUp('get_price', async () => ({ price: 3000 })),
      lookUp('search_news', async () => {
        throw new ToolError('no connection', { retryable: false });
      }),
      lookUp('get_portfolio', async () => ({ equity: '1000', cash: '1000', positions: [] })),
    ];
    const names = tools.map(({ name }) => name);
    const agents = await scriptedAgents({
      agents: [agentNamed('demo', { planning: 'model', tools: names, models: ['demo:trend'] })],
      scripts: {},
      tools,
    });
    const run = await agents.start();
    expect(await run.result()).toMatchObject({ report: expect.stringContaining('no connection') });
    expect(await revisionsOf(agents, run.workflowId)).toEqual([
      { steps: 'market active, news pending, portfolio pending, result pending' },
      { steps: 'market done, news active, portfolio active, result pending' },
      {
        steps: 'market done, news failed, portfolio done, result pending',
        reason: 'search_news failed: no connection',
      },
      { steps: 'market done, news failed, portfolio done, result done' },
    ]);
  });
});

describe('an agent with a planner of its own', { timeout: 60_000 }, () => {
  async function withPlanner(source: string, script: AgentScript) {
    const folder = await mkdtemp(join(tmpdir(), 'planners-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'waves.planner.ts'), source);
    return scriptedAgents({
      agents: [agentNamed('surfer', { planning: 'waves', tools: ['price'] })],
      scripts: { surfer: script },
      tools: [price],
      planners: folder,
    });
  }

  it('works through the plan that its file gives', async () => {
    const agents = await withPlanner(
      `export default {
        name: 'waves',
        plan: ({ task, tools }) => ({
          steps: [...tools.map(({ name }) => ({ text: 'Call ' + name })), { text: 'End: ' + task }],
        }),
      };`,
      ({ tools }, turn) => {
        expect(tools).not.toContain('set_plan');
        const steps = [{ id: '1', status: 'done' }];
        return turn === 1 ? calls(['price', {}], ['update_plan', { steps }]) : says('done');
      },
    );
    const run = await agents.start();
    expect(await run.result()).toEqual({ report: 'done' });
    expect(String(agents.asked[0]?.messages.at(-1)?.content)).toContain(
      '[ ] 1 Call price\n[ ] 2 End: Look at SPX',
    );
    expect(await revisionsOf(agents, run.workflowId)).toEqual([
      { steps: '1 pending, 2 pending' },
      { steps: '1 done, 2 pending' },
      { steps: '1 done, 2 done' },
    ]);
  });

  it.each([
    ['throws', `plan() { throw new Error('no wind'); }`, /returned no plan: no wind/],
    [
      'gives something else',
      `plan: () => ({ steps: [{ words: 1 }] })`,
      /returned no plan: .*text/s,
    ],
  ])('fails clearly when it %s', async (_what, plan, message) => {
    const agents = await withPlanner(`export default { name: 'waves', ${plan} };`, () => says('?'));
    const run = await agents.start();
    await expect(run.result()).rejects.toThrow();
    expect(await agents.runs.get(run.workflowId)).toMatchObject({
      status: 'failed',
      error: { type: 'PlannerFailed', message: expect.stringMatching(message) },
    });
    expect(agents.asked).toEqual([]);
  });

  it('does not begin where the file holds no planner', async () => {
    const agents = await withPlanner(`export default { name: 'waves' };`, () => says('?'));
    const run = await agents.start();
    await expect(run.result()).rejects.toThrow();
    expect((await agents.runs.get(run.workflowId))?.error).toMatchObject({
      type: 'DependencyMissing',
      message: expect.stringContaining('planner waves'),
    });
  });
});
