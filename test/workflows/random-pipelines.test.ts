import type { WorkflowHandle } from '@temporalio/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodePorts } from '../../contracts/pipelines/nodes/ports.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import { everyKind, randomPipelines } from './support/random-pipelines.ts';
import type { Planned } from './support/random-pipelines.ts';
import { openRandomRuns } from './support/random-runs.ts';
import type { Watched } from './support/random-runs.ts';
import { fatalIn, referenceRun } from './support/reference-model.ts';

// The interpreter, on a real server, against a model of a few lines that knows no time.

let runs: Awaited<ReturnType<typeof openRandomRuns>>;

beforeAll(async () => {
  runs = await openRandomRuns();
});
afterAll(() => runs.stop());

/** What holds of every run, however it ended, and of the pipelines that it ran. */
async function checkRun({ planned, finished, children, begun, active, run }: Watched) {
  const { nodes = [], status } = finished!;
  expect(begun.toSorted()).toEqual([...new Set(begun)].toSorted());
  expect(active).toBe(0);
  checkNodes(planned, nodes, status === 'completed');
  for (const [path, states] of children) {
    const child = childAt(planned, path);
    if (child) checkNodes(child, states, false);
  }
  const fatal = fatalIn(planned, referenceRun(planned));
  if (status === 'completed') expect(fatal).toEqual([]);
  else if (status !== 'cancelled') expect(fatal).toContain(finished?.error?.node);
  for (const child of await workflowsBelow(run!)) {
    const { status: now } = await child.describe();
    expect({ child: child.workflowId, now: now.name }).not.toMatchObject({ now: 'RUNNING' });
  }
}

/** What holds of the nodes of one pipeline. */
function checkNodes(planned: Planned, nodes: NodeState[], isCompleted: boolean): void {
  const states = new Map(nodes.map((state) => [state.id, state]));
  const expected = referenceRun(planned);
  expect(nodes.filter((state) => ['running', 'waiting'].includes(state.status))).toEqual([]);
  for (const node of planned.nodes) {
    const { startedAt } = states.get(node.id)!;
    if (startedAt === undefined) continue;
    const sources = planned.edges
      .filter(({ to }) => to === node.id)
      .map(({ from }) => states.get(from)!);
    const settled = sources.filter((source) => hasEndedBefore(source, startedAt));
    const isDue = settled.length >= neededBy(node, sources.length);
    expect({ node, isDue, sources: isDue ? [] : sources, startedAt }).toMatchObject({
      isDue: true,
    });
  }
  for (const { id, status, port } of nodes) {
    if (!isCompleted && ['pending', 'cancelled'].includes(status)) continue;
    const { statuses, port: expectedPort } = expected.get(id)!;
    expect({ id, status, isExpected: statuses.includes(status), port, statuses }).toEqual({
      id,
      status,
      isExpected: true,
      port: expectedPort,
      statuses,
    });
  }
}

/** The pipeline of a child, by its path such as `n2.round-1/n0`; undefined where none is planned. */
function childAt(planned: Planned, path: string): Planned | undefined {
  let at: Planned | undefined = planned;
  for (const part of path.split('/')) at = at?.children.get(part.split('.')[0]!);
  return at;
}

/** Of the branches into a node, how many are over before it starts. */
function neededBy(node: Planned['nodes'][number], branches: number): number {
  if (node.kind !== 'join' || !['any', 'quorum'].includes(node.mode ?? '')) return branches;
  return Math.min(branches, node.quorum ?? 1);
}

function hasEndedBefore({ status, startedAt, endedAt }: NodeState, time: number): boolean {
  // What is left out, or too few branches came to, never begins.
  if (startedAt === undefined) return status !== 'pending';
  return endedAt !== undefined && endedAt <= time;
}

/** The workflows that a workflow started, and those that these started. */
async function workflowsBelow(run: WorkflowHandle): Promise<WorkflowHandle[]> {
  const { events } = await run.fetchHistory();
  const own = (events ?? []).flatMap((event) => {
    const id = event.childWorkflowExecutionStartedEventAttributes?.workflowExecution?.workflowId;
    return id ? [runs.client.workflow.getHandle(id)] : [];
  });
  return [...own, ...(await Promise.all(own.map(workflowsBelow))).flat()];
}

/** What a workflow may still do once it has taken in that it is cancelled: an agent remembers what it had found. */
const closing = new Set(['cancelWorkflow', 'closeApproval', 'collectPartial', 'rememberStep']);

async function checkNothingBegunAfterCancel(run: WorkflowHandle): Promise<void> {
  for (const workflow of [run, ...(await workflowsBelow(run))]) {
    const { events } = await workflow.fetchHistory();
    const cancelled = (events ?? []).findIndex(
      (event) =>
        event.workflowExecutionSignaledEventAttributes?.signalName === 'requestCancel' ||
        event.workflowExecutionCancelRequestedEventAttributes,
    );
    if (cancelled < 0) continue;
    const begun = (events ?? []).slice(cancelled).flatMap((event) => {
      const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
      const child = event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId;
      return [activity ?? child].filter((name) => name !== undefined && name !== null);
    });
    const late = begun.filter((name) => !closing.has(name));
    expect({ workflow: workflow.workflowId, late }).toMatchObject({ late: [] });
  }
}

/** Documents that run side by side: most of the time of a run is on its way to the server and back. */
const atATime = 6;
const bounded = {
  numRuns: 8,
  interruptAfterTimeLimit: 30_000,
  markInterruptAsFailure: false,
  endOnFailure: true,
};
const batch = fc.array(randomPipelines, { minLength: atATime, maxLength: atATime });

it('completes a document with every kind, alone and in what a node runs, which the model says too', async () => {
  const kindsOf = ({ nodes }: Planned) => new Set(nodes.map(({ kind }) => kind));
  for (const planned of [everyKind, ...everyKind.children.values()]) {
    expect(kindsOf(planned).size).toBe(Object.keys(nodePorts).length);
    const ends = [...referenceRun(planned).values()].flatMap(({ statuses }) => statuses);
    expect(new Set(ends)).toEqual(new Set(['completed']));
  }
  const of = await runs.run(everyKind);
  expect(of.finished?.status).toBe('completed');
  await checkRun(of);
}, 120_000);

it('ends as the model does, in an order that the edges allow, and runs no node twice', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async (many) => {
      for (const of of await Promise.all(many.map((planned) => runs.run(planned)))) {
        const isFatal = fatalIn(of.planned, referenceRun(of.planned)).length > 0;
        expect(of.finished?.status).toMatch(isFatal ? /failed|timeout/ : /completed/);
        await checkRun(of);
      }
    }),
    bounded,
  );
}, 240_000);

it('has nothing running and begins nothing once it is cancelled, whenever that is', async () => {
  const checkCancelled = async (of: Watched) => {
    await checkRun(of);
    await checkNothingBegunAfterCancel(of.run!);
  };
  for (const moment of [5, 25, 45]) await checkCancelled(await runs.run(everyKind, moment));
  await fc.assert(
    fc.asyncProperty(
      batch,
      fc.array(fc.nat(14), { minLength: atATime, maxLength: atATime }),
      async (many, moments) => {
        const all = await Promise.all(many.map((planned, at) => runs.run(planned, moments[at])));
        for (const of of all) await checkCancelled(of);
      },
    ),
    bounded,
  );
}, 240_000);
