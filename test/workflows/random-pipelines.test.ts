import type { WorkflowHandle } from '@temporalio/client';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Activities, FinishRunInput } from '../../contracts/activities/index.ts';
import type { NodeState } from '../../contracts/runs/run.ts';
import { requestCancel, resolveApproval } from '../../workflows/messages.ts';
import { fakeActivities, permanent } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';
import { delivers } from './support/model-answers.ts';
import { fails, randomPipelines } from './support/random-pipelines.ts';
import type { Planned } from './support/random-pipelines.ts';
import { fatalIn, referenceRun } from './support/reference-model.ts';

// The interpreter, on a real server, against a model of a few lines that knows no time.

/** What is known of a run under test while it runs. */
type Watched = {
  planned: Planned;
  run?: WorkflowHandle;
  finished?: FinishRunInput;
  /** Each call that has begun, once however often it is tried; and those that have not ended. */
  begun: string[];
  active: number;
  /** The call with which the run is cancelled, counted from 1; 0 as it starts. */
  cancelAt?: number | undefined;
};

const watched = new Map<string, Watched>();
let harness: Awaited<ReturnType<typeof startHarness>>;

beforeAll(async () => {
  const { activities } = fakeActivities({
    tool: ({ runId, nodePath, step }) => work(runId, nodePath, step),
    async model({ runId, nodePath, step }) {
      await work(runId, nodePath, step);
      return delivers({ report: 'done' });
    },
    event: ({ id, isOver }) => (isOver ? {} : { event: { data: { of: id } } }),
  });
  harness = await startHarness({}, { ...activities, ...overridden(activities) });
});
afterAll(() => harness.stop());

/** The node of the run's own pipeline that a path is of. */
const nodeOf = (nodePath: string) => nodePath.split(/[/.]/)[0]!;

const handleOf = (runId: string) => harness.client.workflow.getHandle(runId);

async function begin(runId: string, call: string): Promise<Watched> {
  const of = watched.get(runId)!;
  of.begun.push(call);
  if (of.begun.length === of.cancelAt)
    await handleOf(runId).signal(requestCancel, { by: 'a test' });
  return of;
}

async function work(runId: string, nodePath: string, step: string) {
  const of = await begin(runId, `${nodePath}#${step}`);
  of.active += 1;
  // What runs beside it has its turn.
  await new Promise((resolve) => setImmediate(resolve));
  of.active -= 1;
  const isLast = !nodePath.includes('.round-1') && step !== 'item-1';
  if (of.planned.endings.get(nodeOf(nodePath)) === fails && isLast) {
    throw permanent('Broken', 'as planned');
  }
  return { done: nodePath };
}

/** What people do, and what happens outside, does as planned. */
function overridden(activities: Activities): Partial<Activities> {
  return {
    async finishRun(input) {
      watched.get(input.runId)!.finished = input;
    },
    async requestApproval(input) {
      const { runId, nodePath, approvalId } = input;
      const { planned } = await begin(runId, `${nodePath}#approval`);
      const ending = planned.endings.get(nodePath);
      const decision = ending === 'approved' ? 'approve' : 'reject';
      const decided = { approvalId, decision, by: 'operator' } as const;
      if (ending !== fails) await handleOf(runId).signal(resolveApproval, decided);
      return activities.requestApproval(input);
    },
    async openEventWait({ id, runId }) {
      const nodePath = id.slice(runId.length + 1);
      const { planned } = await begin(runId, `${nodePath}#event`);
      if (planned.endings.get(nodePath) === 'received') {
        await handleOf(runId).signal('eventArrived', { wait: id });
      }
    },
  };
}

async function runToItsEnd(planned: Planned, cancelAt?: number): Promise<Watched> {
  const leaf = { name: 'leaf', nodes: [{ id: 'one', kind: 'tool' as const, tool: 'echo' }] };
  const of: Watched = { planned, begun: [], active: 0, cancelAt };
  const { nodes, edges } = planned;
  const run = await harness.start({ nodes, edges }, { pipelines: [leaf] }, (id) =>
    watched.set(id, of),
  );
  of.run = run;
  if (cancelAt === 0) await run.signal(requestCancel, { by: 'a test' });
  await run.result().catch(() => undefined);
  return of;
}

/** What holds of every run, however it ended. */
async function checkRun({ planned, finished, begun, active, run }: Watched): Promise<void> {
  const { nodes = [], status } = finished!;
  const states = new Map(nodes.map((state) => [state.id, state]));
  const expected = referenceRun(planned);
  expect(new Set(begun).size).toBe(begun.length);
  expect(active).toBe(0);
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
  const fatal = fatalIn(planned, expected);
  for (const state of nodes) {
    const isCertain = status === 'completed' || !['pending', 'cancelled'].includes(state.status);
    if (isCertain)
      expect({ id: state.id, ...outcome(state) }).toEqual({
        id: state.id,
        ...outcome(expected.get(state.id)!),
      });
  }
  if (status === 'completed') expect(fatal).toEqual([]);
  else if (status !== 'cancelled') expect(fatal).toContain(finished?.error?.node);
  for (const state of nodes) {
    if (state.startedAt === undefined) continue;
    for (const path of childPaths(state)) {
      const child = harness.client.workflow.getHandle(`${run!.workflowId}/${path}`);
      const described = await child.describe().catch(() => undefined);
      expect(described?.status.name).not.toBe('RUNNING');
    }
  }
}

/** Of the branches into a node, how many are over before it starts. */
function neededBy(node: Planned['nodes'][number], branches: number): number {
  if (node.kind !== 'join' || !['any', 'quorum'].includes(node.mode ?? '')) return branches;
  return Math.min(branches, node.quorum ?? 1);
}

const outcome = ({ status, port }: { status: string; port?: string | undefined }) => ({
  status,
  port,
});

function hasEndedBefore({ status, startedAt, endedAt }: NodeState, time: number): boolean {
  // What is left out, or too few branches came to, never begins.
  if (startedAt === undefined) return status !== 'pending';
  return endedAt !== undefined && endedAt <= time;
}

function childPaths({ id, kind }: NodeState): string[] {
  if (kind === 'loop') return [`${id}.round-1`, `${id}.round-2`];
  return kind === 'agent' || kind === 'pipeline' ? [id] : [];
}

/** What a run may still have done once it has taken in that it is cancelled. */
const closing = new Set(['cancelWorkflow', 'closeApproval', 'collectPartial']);

async function checkNothingBegunAfterCancel(run: WorkflowHandle): Promise<void> {
  const { events = [] } = await run.fetchHistory();
  const cancelled = (events ?? []).findIndex(
    (event) => event.workflowExecutionSignaledEventAttributes?.signalName === 'requestCancel',
  );
  if (cancelled < 0) return;
  const begun = (events ?? []).slice(cancelled).flatMap((event) => {
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name;
    const child = event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowId;
    return [activity ?? child].filter((name) => name !== undefined && name !== null);
  });
  expect(begun.filter((name) => !closing.has(name))).toEqual([]);
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

it('ends as the model does, in an order that the edges allow, and runs no node twice', async () => {
  await fc.assert(
    fc.asyncProperty(batch, async (many) => {
      const runs = await Promise.all(many.map((planned) => runToItsEnd(planned)));
      for (const of of runs) {
        const isFatal = fatalIn(of.planned, referenceRun(of.planned)).length > 0;
        expect(of.finished?.status).toMatch(isFatal ? /failed|timeout/ : /completed/);
        await checkRun(of);
      }
    }),
    bounded,
  );
}, 240_000);

it('has nothing running and begins nothing once it is cancelled, whenever that is', async () => {
  await fc.assert(
    fc.asyncProperty(
      batch,
      fc.array(fc.nat(6), { minLength: atATime, maxLength: atATime }),
      async (many, moments) => {
        const runs = await Promise.all(
          many.map((planned, at) => runToItsEnd(planned, moments[at])),
        );
        for (const of of runs) {
          await checkRun(of);
          await checkNothingBegunAfterCancel(of.run!);
        }
      },
    ),
    bounded,
  );
}, 240_000);
