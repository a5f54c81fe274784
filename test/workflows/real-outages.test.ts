import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import { ToolError } from '../../activities/tool-kit/tool.ts';
import type { Tool } from '../../activities/tool-kit/tool.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { shownText } from '../support/keys.ts';
import { proxiedDatabase } from '../support/proxied-database.ts';
import { agentNamed, says, scriptedAgents } from './support/scripted-agents.ts';
import type { ScriptedAgents } from './support/scripted-agents.ts';

const patiently = { timeout: 30_000, interval: 50 };
const { TEST_DATABASE_URL: server = '' } = process.env;
const quick = agentNamed('quick');

/** What the timers of a workflow were for, in their order. */
async function waitsOf({ client }: ScriptedAgents, workflowId: string): Promise<string[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const timers = (events ?? []).filter((event) => event.timerStartedEventAttributes);
  return Promise.all(
    timers.map(async ({ userMetadata }) => String(await shownText(userMetadata?.summary))),
  );
}

describe.skipIf(!server)('a database that goes away', { timeout: 60_000 }, () => {
  it('during a turn is waited for, and the answer is kept: the model is asked once', async () => {
    const { proxy, open } = await proxiedDatabase();
    let turns = 0;
    const answered = Promise.withResolvers<void>();
    const agents = await scriptedAgents({
      agents: [quick],
      open,
      scripts: {
        async quick() {
          turns += 1;
          await proxy.refuse();
          answered.resolve();
          return says(`answer ${turns}`);
        },
      },
    });
    const run = await agents.start();
    await answered.promise;
    const agent = agents.client.workflow.getHandle(`${run.workflowId}/look`);
    const heard = async () => {
      const { raw } = await agent.describe();
      return Number(raw.pendingActivities?.[0]?.lastHeartbeatTime?.seconds ?? 0);
    };
    // The activity is alive with its answer.
    await expect.poll(heard, patiently).toBeGreaterThan(Date.now() / 1_000 + 2);
    await proxy.pass();
    expect(await run.result()).toMatchObject({ report: 'answer 1' });
    expect(await waitsOf(agents, agent.workflowId)).toEqual([]);
    expect(turns).toBe(1);
    expect(await agents.steps.list(run.workflowId)).toMatchObject([
      { status: 'completed', attempt: 1, error: null },
    ]);
  });

  it('during a tool call is waited for, and the next try knows that it may have run', async () => {
    const { proxy, open } = await proxiedDatabase();
    const sent: boolean[] = [];
    const sends = (name: string, whileAway: () => Promise<void>) =>
      defineTool({
        name,
        description: 'Sends something',
        category: 'system',
        plan: 'free',
        rateLimit: {},
        sideEffect: true,
        schema: z.object({}),
        async handle(_args, { mayHaveRun }) {
          sent.push(mayHaveRun);
          await whileAway();
          return { number: sent.length };
        },
      }) as unknown as Tool<object>;
    const tools = [
      sends('send', async () => {
        if (sent.length === 1) await proxy.refuse();
      }),
    ];
    const agents = await scriptedAgents({ agents: [quick], open, tools, scripts: {} });
    const node = { id: 'sent', kind: 'tool' as const, tool: 'send' };
    const once = { retry: { maximumAttempts: 1 }, sideEffects: { policy: 'allow' as const } };
    const pipeline = { nodes: [{ ...node, ...once }] };
    const run = await agents.start({ pipeline });
    await expect
      .poll(() => waitsOf(agents, run.workflowId), patiently)
      .toEqual(Array.from({ length: 4 }, () => expect.stringContaining('The database does not')));
    await proxy.pass();
    expect(await run.result()).toEqual({ sent: { number: 2 } });
    expect(sent).toEqual([false, true]);
  });
});

it(
  'a provider that goes away is waited for, also while its breaker is open',
  { timeout: 60_000 },
  async () => {
    let proxy: Awaited<ReturnType<typeof startTcpProxy>> | undefined;
    const agents = await scriptedAgents({
      agents: [quick],
      scripts: { quick: () => says('back') },
      async way(url) {
        proxy = await startTcpProxy(url);
        await proxy.refuse();
        return proxy.through(url);
      },
    });
    onTestFinished(() => proxy!.close());
    const run = await agents.start();
    const waitingFor = async () => {
      const [step] = await agents.steps.list(run.workflowId);
      return step?.output;
    };
    const sinceWhen = async () => Date.parse(((await waitingFor()) as { since: string }).since);
    const since = expect.stringMatching(/^\d{4}-.*Z$/);
    await expect
      .poll(waitingFor, patiently)
      .toEqual({ waiting: expect.stringContaining('No model answered'), since });
    const first = await sinceWhen();
    await expect.poll(waitingFor, patiently).toEqual({
      waiting: expect.stringContaining('failed 5 times in a row; the next test call is at'),
      since,
    });
    // The looks in between came a second apart.
    expect(await sinceWhen()).toBeLessThan(first + 1_000);
    await proxy!.pass();
    expect(await run.result()).toMatchObject({ report: 'back' });
    // Each look while the breaker is open would fail: none is taken before it may be.
    const waits = await waitsOf(agents, `${run.workflowId}/look`);
    expect(
      waits.filter((wait) => wait.includes('next test call is at')).length,
    ).toBeLessThanOrEqual(2);
  },
);

it('a tool that fails by itself is tried three times, and a run says which failure was the last', async () => {
  let tries = 0;
  const tool = defineTool({
    name: 'break',
    description: 'Fails',
    category: 'education',
    plan: 'free',
    rateLimit: {},
    schema: z.object({}),
    async handle() {
      tries += 1;
      throw new ToolError(`failed ${tries} times`, { retryable: true, fault: 'upstream' });
    },
  }) as unknown as Tool<object>;
  const agents = await scriptedAgents({ agents: [quick], tools: [tool], scripts: {} });
  const pipeline = { nodes: [{ id: 'broken', kind: 'tool' as const, tool: 'break' }] };
  const run = await agents.start({ pipeline });
  await expect(run.result()).rejects.toThrow();
  expect(await agents.runs.get(run.workflowId)).toMatchObject({
    error: { type: 'EXECUTION_ERROR', message: 'failed 3 times' },
  });
  expect(tries).toBe(3);
});
