import { expect, it, onTestFinished } from 'vitest';
import { resolveApproval, stateQuery } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';

const patiently = { timeout: 30_000 };
const limitMs = 8_000;
const timeout = `${limitMs}ms`;

const asks: PipelineParts = { name: 'asks', nodes: [{ id: 'confirm', kind: 'approval', show: 1 }] };
const asksBelow: PipelineParts = {
  name: 'asks-below',
  nodes: [{ id: 'deep', kind: 'pipeline', pipeline: 'asks' }],
};

/** Nodes with a limit of their time that run a pipeline, by where its approval is then. */
const runners: Record<string, PipelineParts['nodes'][number]> = {
  desk: { id: 'desk', kind: 'pipeline', pipeline: 'asks', timeout },
  'desk/deep': { id: 'desk', kind: 'pipeline', pipeline: 'asks-below', timeout },
  'desk.item-1': { id: 'desk', kind: 'map', pipeline: 'asks', items: [{}], timeout },
  'desk.round-1': {
    id: 'desk',
    kind: 'loop',
    pipeline: 'asks',
    maximumTime: timeout,
    maximumRounds: 1,
  },
};

it('an approval in what a node runs has all above wait, lets their time stand still, and is decided through the run', async () => {
  const harness = await startHarness();
  onTestFinished(() => harness.stop());
  const runs = await Promise.all(
    Object.entries(runners).map(async ([path, node]) => ({
      path,
      run: await harness.start({ nodes: [node] }, { pipelines: [asks, asksBelow] }),
    })),
  );
  await expect
    .poll(() => harness.recorded.approvals.map(({ workflowId }) => workflowId), patiently)
    .toHaveLength(runs.length);
  const states = () =>
    Promise.all(
      runs.map(async ({ path, run }) => {
        const { status, nodes } = await run.query(stateQuery);
        return { path, status, node: nodes[0]?.status };
      }),
    );
  const waiting = runs.map(({ path }) => ({ path, status: 'waiting', node: 'waiting' }));
  await expect.poll(states, patiently).toEqual(waiting);
  const since = Date.now();
  await expect.poll(() => Date.now(), patiently).toBeGreaterThan(since + limitMs);
  expect(await states()).toEqual(waiting);
  for (const { path, run } of runs) {
    const { approvalId } = harness.recorded.approvals.find(
      ({ workflowId }) => workflowId === `${run.workflowId}/${path}`,
    )!;
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
  }
  const outputs = await Promise.all(runs.map(({ run }) => run.result()));
  const { confirm } = (outputs[0] as { desk: { confirm: object } }).desk;
  expect(confirm).toMatchObject({ decision: 'approved', by: 'operator' });
  expect(outputs).toEqual([
    { desk: { confirm } },
    { desk: { deep: { confirm } } },
    { desk: [{ confirm }] },
    { desk: { ended: 'rounds', rounds: 1, last: { confirm } } },
  ]);
}, 120_000);
