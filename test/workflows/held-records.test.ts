import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import type { Tool } from '../../activities/tool-kit/tool.ts';
import { openInMemory } from '../support/databases.ts';
import { agentNamed, scriptedAgents } from './support/scripted-agents.ts';

/** Longer than the heartbeat timeout of a tool's call, after which Temporal makes it again. */
const longMs = 4_500;

it('makes no call twice where records are held for long', { timeout: 120_000 }, async () => {
  const database = await openInMemory();
  const sent: string[] = [];
  const sending = Promise.withResolvers<void>();
  const send = defineTool({
    name: 'send',
    description: 'Sends a letter',
    category: 'system',
    plan: 'free',
    rateLimit: {},
    sideEffect: true,
    schema: z.object({ to: z.string() }),
    async handle({ to }) {
      sent.push(to);
      sending.resolve();
      return { to };
    },
  }) as unknown as Tool<object>;
  const { start, steps } = await scriptedAgents({
    agents: [agentNamed('idle')],
    scripts: {},
    tools: [send],
    open: async () => database,
  });
  const ids = ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2'];
  const call = { kind: 'tool', tool: 'send', sideEffects: { policy: 'allow' } } as const;
  const run = await start({
    pipeline: {
      nodes: ids.map((id) => ({ ...call, id, args: { to: id } })),
      edges: ['a', 'b', 'c'].flatMap((chain) => [
        { from: `${chain}0`, to: `${chain}1` },
        { from: `${chain}1`, to: `${chain}2` },
      ]),
    },
  });
  await sending.promise;
  await database.holdFiles?.(() =>
    expect
      .poll(
        async () => {
          const { pendingActivities } = (await run.describe()).raw;
          return pendingActivities?.some(
            ({ attempt, lastStartedTime, lastHeartbeatTime }) =>
              Number(attempt) > 1 || msOf(lastHeartbeatTime) - msOf(lastStartedTime) > longMs,
          );
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe(true),
  );
  await run.result();
  expect(sent.toSorted()).toEqual(ids);
  expect((await steps.list(run.workflowId)).map(({ attempt }) => attempt)).toEqual(
    ids.map(() => 1),
  );
});

function msOf(time: { seconds?: unknown; nanos?: number | null } | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1_000 + (time?.nanos ?? 0) / 1e6;
}
