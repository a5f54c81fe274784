import { Context } from '@temporalio/activity';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import type {
  Activities,
  CallModelResult,
  FinishRunInput,
} from '../../../contracts/activities/index.ts';
import type { NodeState } from '../../../contracts/runs/run.ts';
import { eventArrived, requestCancel, resolveApproval } from '../../../workflows/messages.ts';
import { fakeActivities, permanent } from './fake-activities.ts';
import { startHarness } from './harness.ts';
import { asks, delegatesTo, delivers } from './model-answers.ts';
import { fails, pipelinesOf } from './random-pipelines.ts';
import type { Planned, Way } from './random-pipelines.ts';

/** What is known of a run under test while it runs. */
export type Watched = {
  planned: Planned;
  run?: WorkflowHandle;
  finished?: FinishRunInput;
  /** How the nodes of the pipelines ended that it ran, by their paths. */
  children: Map<string, NodeState[]>;
  /** Each call that has begun, once however often it is tried; and those that have not ended. */
  begun: string[];
  active: number;
  /** What people have been asked. */
  asked: Set<string>;
  /** The beginnings and ends of calls so far, and with which of them the run is cancelled; 0 as it starts. */
  moments: number;
  cancelAt?: number | undefined;
};

/** A node that a call is of, in whichever pipeline of the run. */
type Place = { kind: string; ending: string; way: Way; isDelegate: boolean };

const askedTerms = { approvers: ['operator'], timeoutMs: 3_600_000 };

/** Runs of random pipelines on a real server, whose people, models and tools do as planned. Call `stop` at the end. */
export async function openRandomRuns() {
  const watched = new Map<string, Watched>();
  const { activities } = fakeActivities({
    async tool({ runId, nodePath, step, approvalId }) {
      const place = placeOf(runId, nodePath);
      if (place.way === 'asks' && approvalId === undefined) {
        await begin(runId, `${nodePath}#${step}, asked`);
        return { status: 'approval_due', ...askedTerms, label: 'echo', show: {}, outside: [] };
      }
      return work(runId, `${nodePath}#${step}`, failsLast(place, nodePath, step));
    },
    model: ({ runId, nodePath, step, turn }) => answer(runId, { nodePath, step, turn }),
    event: ({ id, isOver }) => (isOver ? {} : { event: { data: { of: id } } }),
  });
  const harness = await startHarness({}, { ...activities, ...overridden(activities) });
  const handleOf = (id: string) => harness.client.workflow.getHandle(id);

  /** What an agent or a model says, which is on the way to its end in its last turn alone. */
  async function answer(
    runId: string,
    { nodePath, step, turn }: { nodePath: string; step: string; turn: number },
  ): Promise<CallModelResult> {
    const place = placeOf(runId, nodePath);
    const { way, kind, isDelegate } = place;
    const isOnTheWay = kind === 'agent' && !isDelegate && turn === 1;
    if (isOnTheWay && way === 'plans' && !watched.get(runId)!.asked.has(`${nodePath}, plan`)) {
      watched.get(runId)!.asked.add(`${nodePath}, plan`);
      await begin(runId, `${nodePath}#${step}, plan`);
      return { status: 'plan_due', ...askedTerms };
    }
    const isLast = !isOnTheWay || way === 'plain' || way === 'plans';
    await work(runId, `${nodePath}#${step}`, isLast && !isDelegate && place.ending === fails);
    if (isLast) return delivers({ report: 'done' });
    return way === 'delegates' ? delegatesTo('trading') : asks('echo');
  }

  async function begin(runId: string, call: string): Promise<Watched> {
    const of = watched.get(runId)!;
    if (Context.current().info.attempt === 1) of.begun.push(call);
    await passMoment(runId, of);
    return of;
  }

  async function passMoment(runId: string, of: Watched): Promise<void> {
    of.moments += 1;
    if (of.moments !== of.cancelAt) return;
    await handleOf(runId).signal(requestCancel, { by: 'a test' });
  }

  async function work(runId: string, call: string, isFailing: boolean) {
    const of = await begin(runId, call);
    of.active += 1;
    // What runs beside it has its turn.
    await new Promise((resolve) => setImmediate(resolve));
    await passMoment(runId, of);
    of.active -= 1;
    if (isFailing) throw permanent('Broken', 'as planned');
    return { done: call };
  }

  /** A workflow that was cancelled meanwhile need not know. */
  async function tell<Told>(id: string, signal: SignalDefinition<[Told]>, told: Told) {
    await handleOf(id)
      .signal(signal, told)
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
  }

  function placeOf(runId: string, nodePath: string): Place {
    let { planned } = watched.get(runId)!;
    const parts = nodePath.split('/').map((part) => part.split('.')[0]!);
    for (const [index, id] of parts.entries()) {
      const child = planned.children.get(id);
      if (!child || index === parts.length - 1) {
        const { kind } = planned.nodes.find((node) => node.id === id)!;
        const isDelegate = kind === 'agent' && index < parts.length - 1;
        return { kind, ending: planned.endings.get(id)!, way: planned.ways.get(id)!, isDelegate };
      }
      planned = child;
    }
    throw new Error(`No node at ${nodePath}`);
  }

  /** What people do, and what happens outside, does as planned. */
  function overridden(real: Activities): Partial<Activities> {
    return {
      async finishRun(input) {
        watched.get(input.runId)!.finished = input;
      },
      async finishChild({ runId, path, nodes }) {
        watched.get(runId)!.children.set(path, nodes);
      },
      async requestApproval(input) {
        const { runId, nodePath, approvalId, workflowId } = input;
        const of = await begin(runId, `${approvalId}#approval`);
        const { ending, kind } = placeOf(runId, nodePath);
        const isApproved = kind === 'approval' ? ending === 'approved' : ending !== fails;
        const decision = isApproved ? 'approve' : 'reject';
        // Nobody decides on what is cancelled as it is asked.
        const isLeft = of.moments === of.cancelAt || (kind === 'approval' && ending === fails);
        const decided = { approvalId, decision, by: 'operator' } as const;
        if (!isLeft) await tell(workflowId, resolveApproval, decided);
        return real.requestApproval(input);
      },
      async openEventWait({ id, runId }) {
        const nodePath = id.slice(runId.length + 1);
        const of = await begin(runId, `${nodePath}#event`);
        const isCancelled = of.moments === of.cancelAt;
        if (isCancelled || placeOf(runId, nodePath).ending !== 'received') return;
        const path = nodePath.split('/').slice(0, -1).join('/');
        await tell(path ? `${runId}/${path}` : runId, eventArrived, { wait: id });
      },
    };
  }

  return {
    client: harness.client,
    stop: () => harness.stop(),
    async run(planned: Planned, cancelAt?: number): Promise<Watched> {
      const leaf = { name: 'leaf', nodes: [{ id: 'one', kind: 'tool' as const, tool: 'echo' }] };
      const children = new Map<string, NodeState[]>();
      const counted = { begun: [], active: 0, asked: new Set<string>(), moments: 0 };
      const of: Watched = { planned, children, ...counted, cancelAt };
      const { nodes, edges } = planned;
      const others = Object.entries(pipelinesOf(planned)).map(([name, child]) => ({
        name,
        nodes: child.nodes,
        edges: child.edges,
      }));
      const run = await harness.start({ nodes, edges }, { pipelines: [leaf, ...others] }, (id) =>
        watched.set(id, of),
      );
      of.run = run;
      if (cancelAt === 0) await run.signal(requestCancel, { by: 'a test' });
      await run.result().catch(() => undefined);
      return of;
    },
  };
}

/** A loop fails in its last round and a map with its last item, where they run no pipeline that fails. */
function failsLast({ kind, ending }: Place, nodePath: string, step: string): boolean {
  if (ending !== fails || !['tool', 'map', 'pipeline', 'loop'].includes(kind)) return false;
  return !nodePath.endsWith('.round-1/one') && step !== 'item-1';
}
