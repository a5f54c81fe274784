import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import { agentNamed, calls, says, scriptedAgents } from './support/scripted-agents.ts';
import type { AgentScript, ScriptedAgents } from './support/scripted-agents.ts';

const patiently = { timeout: 20_000 };
type Run = Awaited<ReturnType<ScriptedAgents['start']>>;

/** A tool that counts its calls. */
function countedTool(name: string) {
  let called = 0;
  const tool = defineTool({
    name,
    description: `Gives the ${name}`,
    category: 'market',
    plan: 'free',
    rateLimit: {},
    cacheMs: 0,
    schema: z.strictObject({}),
    handle: async () => {
      called += 1;
      return { [name]: called };
    },
  });
  return { tool, called: () => called };
}

const plan = (...texts: string[]) => ({ steps: texts.map((text) => ({ text })) });

async function working(script: AgentScript, agent: object = {}, planners?: string) {
  const price = countedTool('price');
  const agents = await scriptedAgents({
    agents: [
      agentNamed('planner', {
        planning: 'model',
        tools: ['price'],
        planApproval: { approvers: ['operator'] },
        ...agent,
      }),
    ],
    scripts: { planner: script },
    tools: [price.tool],
    ...(planners !== undefined && { planners }),
  });
  return { ...agents, called: price.called };
}

/** The approval that a run waits for. */
async function question({ approvals }: ScriptedAgents, { workflowId: runId }: Run) {
  const pending = () => approvals.list({ runId, status: 'pending', limit: 10 });
  await expect.poll(async () => (await pending()).length, patiently).toBe(1);
  return (await pending())[0]!;
}

async function decide(
  agents: ScriptedAgents,
  run: Run,
  decision: 'approve' | 'reject',
  comment?: string,
) {
  const { id: approvalId } = await question(agents, run);
  const token = (await agents.approvals.tokenOf(approvalId)) ?? '';
  await run.signal(resolveApproval, { approvalId, decision, by: 'operator', token, comment });
}

/** What the model was told at its latest turn. */
const told = ({ asked }: ScriptedAgents) => JSON.stringify(asked.at(-1)?.messages);

describe('an agent whose plan a person approves', { timeout: 60_000 }, () => {
  it('calls nothing before, and works to the plan after', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['set_plan', plan('Read the price', 'Write')], ['price', {}]);
      return turn === 2 ? calls(['price', {}]) : says('It is 1.');
    });
    const run = await agents.start();
    const asked = await question(agents, run);
    expect(asked).toMatchObject({
      title: 'Approve the plan of planner?',
      nodePath: 'look',
      show: { agent: 'planner', plan: '1. Read the price\n2. Write' },
    });
    expect([agents.called(), agents.asked.length]).toEqual([0, 1]);
    await decide(agents, run, 'approve');
    expect(await run.result()).toEqual({ report: 'It is 1.' });
    expect(agents.called()).toBe(1);
    expect(told(agents)).toContain('a person must approve your plan first');
  });

  it('reads why its plan was rejected, and has the next one approved', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['set_plan', plan('Buy everything')]);
      if (turn === 2) return calls(['set_plan', plan('Read the price')]);
      return turn === 3 ? calls(['price', {}]) : says('It is 1.');
    });
    const run = await agents.start();
    await decide(agents, run, 'reject', 'far too much');
    await expect.poll(() => agents.asked.length, patiently).toBe(2);
    expect(told(agents)).toContain('operator rejected it: far too much');
    expect(agents.asked.at(-1)?.toolChoice).toMatchObject({ function: { name: 'set_plan' } });
    expect((await question(agents, run)).show).toMatchObject({
      changed: 'added: Read the price\nremoved: Buy everything',
      previous: expect.stringContaining('operator rejected it: far too much'),
    });
    expect(agents.called()).toBe(0);
    await decide(agents, run, 'approve');
    expect(await run.result()).toEqual({ report: 'It is 1.' });
    expect(agents.called()).toBe(1);
  });

  it('fails where its turns end without another plan, and not with a result that nobody approved', async () => {
    const agents = await working(
      (_asked, turn) => (turn < 4 ? calls(['set_plan', plan('Buy everything')]) : says('Bought.')),
      { limits: { turns: 4 } },
    );
    const run = await agents.start();
    await decide(agents, run, 'reject', 'Too much');
    await expect(run.result()).rejects.toThrow();
    const failed = await agents.runs.get(run.workflowId);
    expect(failed?.error).toMatchObject({
      type: 'PlanNotApproved',
      message: expect.stringContaining('operator rejected it: Too much.'),
    });
    expect(told(agents)).toContain('rejected it: Too much. Set another plan now');
  });

  it('asks again where the steps change, and not where they are marked', async () => {
    const agents = await working((_asked, turn) => {
      if (turn === 1) return calls(['set_plan', plan('Read the price', 'Write')]);
      const steps = [{ id: '1', status: 'done' }];
      if (turn === 2) return calls(['update_plan', { steps }], ['price', {}]);
      if (turn === 3) return calls(['set_plan', plan('Read it twice', 'Write')], ['price', {}]);
      return turn === 4 ? calls(['price', {}]) : says('done');
    });
    const run = await agents.start();
    await decide(agents, run, 'approve');
    await expect.poll(() => agents.asked.length, patiently).toBe(3);
    const second = await question(agents, run);
    expect(second.show).toMatchObject({
      changed: 'added: Read it twice\nremoved: Read the price',
    });
    expect([agents.called(), agents.asked.length]).toEqual([1, 3]);
    await decide(agents, run, 'approve');
    expect(await run.result()).toEqual({ report: 'done' });
    expect(agents.called()).toBe(2);
  });

  it('cannot deliver without a plan, nor call its tools', async () => {
    const agents = await working(
      (_asked, turn) => (turn === 1 ? says('Done!') : calls(['price', {}])),
      { limits: { turns: 4 } },
    );
    const run = await agents.start();
    await expect(run.result()).rejects.toThrow();
    expect(agents.called()).toBe(0);
    expect(await agents.approvals.list({ runId: run.workflowId, limit: 10 })).toEqual([]);
  });

  it('fails where nobody decides in time', async () => {
    const agents = await working(() => calls(['set_plan', plan('Read the price')]), {
      planApproval: { approvers: ['operator'], timeout: '1s' },
    });
    const run = await agents.start();
    await expect(run.result()).rejects.toThrow();
    const failed = await agents.runs.get(run.workflowId);
    expect(failed?.error?.message).toContain('Nobody decided on the plan of planner in time.');
    expect(agents.called()).toBe(0);
  });

  it('has a plan of its own planner approved too, and fails where that is rejected', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'baton-planner-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const code = `export default { name: 'waves', plan: () => ({ steps: [{ text: 'Look' }] }) };`;
    await writeFile(join(folder, 'waves.planner.ts'), code);
    const agents = await working(() => says('never asked'), { planning: 'waves' }, folder);
    const run = await agents.start();
    expect((await question(agents, run)).show).toMatchObject({ plan: '1. Look' });
    await decide(agents, run, 'reject', 'no surfing');
    await expect(run.result()).rejects.toThrow();
    const failed = await agents.runs.get(run.workflowId);
    expect(failed?.error?.message).toContain('operator rejected it: no surfing');
    expect(agents.asked).toEqual([]);
  });
});

describe('a tool that an agent always asks about', { timeout: 60_000 }, () => {
  const asking = {
    planApproval: undefined,
    planning: 'none',
    sideEffects: { policy: 'allow', alwaysAsk: ['price'] },
  };

  it('is called when a person has approved the call, though it has no side effect', async () => {
    const agents = await working(
      (_asked, turn) => (turn === 1 ? calls(['price', {}]) : says('It is 1.')),
      asking,
    );
    const run = await agents.start();
    const { show, tool } = await question(agents, run);
    expect(tool).toBe('price');
    expect(show).toMatchObject({
      reason: 'A person must approve every call of this tool by planner.',
    });
    expect(agents.called()).toBe(0);
    await decide(agents, run, 'approve');
    expect(await run.result()).toEqual({ report: 'It is 1.' });
    expect(agents.called()).toBe(1);
  });

  it('is not called when the person rejects, and the agent reads why', async () => {
    const agents = await working(
      (_asked, turn) => (turn === 1 ? calls(['price', {}]) : says('Without a price.')),
      asking,
    );
    const run = await agents.start();
    await decide(agents, run, 'reject', 'look it up yourself');
    expect(await run.result()).toEqual({ report: 'Without a price.' });
    expect(told(agents)).toContain('operator rejected the call of price: look it up yourself');
    expect(agents.called()).toBe(0);
  });
});
