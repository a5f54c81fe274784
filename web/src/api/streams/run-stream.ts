import { isWithin, withoutAttempt } from '../node-paths.ts';
import type { PlanView } from '../../../../contracts/api/index.ts';
import type { LiveCall } from '../../../../contracts/runs/live-call.ts';
import type { RunEvent } from '../../../../contracts/runs/run-picture.ts';
import type { Sent } from '../../../../contracts/runs/run-events.ts';
import { applyRunEvent } from '../../../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../../../contracts/runs/run-picture.ts';
import type { ToolProgress } from '../../../../contracts/tools/tools.ts';
import { queryClient } from '../query-client.ts';
import { onceBack, openSocket } from './open-socket.ts';
import { createStreamStore } from './stream-store.ts';
import type { StreamStore } from './stream-store.ts';
import { useStream } from './use-stream.ts';

type RunStreamValue = {
  picture: RunPicture | undefined;
  /** How often it began anew: what was read before may lack what came in between. */
  snapshots: number;
};

/** The latest runs that were looked at: whoever comes back goes on where the picture stood. */
const stores = new Map<string, StreamStore<RunEvent, RunStreamValue>>();
const mostStores = 5;

onceBack(() => {
  for (const store of stores.values()) store.hurry();
});

function storeOf(runId: string): StreamStore<RunEvent, RunStreamValue> {
  const store = stores.get(runId) ?? createRunStore(runId);
  stores.delete(runId);
  stores.set(runId, store);
  const [oldest] = stores.keys();
  if (oldest !== undefined && stores.size > mostStores) stores.delete(oldest);
  return store;
}

function createRunStore(runId: string): StreamStore<RunEvent, RunStreamValue> {
  return createStreamStore<RunEvent, RunStreamValue>({
    open: (after) => openSocket(`/api/v1/runs/${encodeURIComponent(runId)}/stream`, after),
    initial: { picture: undefined, snapshots: 0 },
    apply: ({ picture, snapshots }, event) => ({
      picture: applyRunEvent(picture, event),
      snapshots: event.type === 'snapshot' ? snapshots + 1 : snapshots,
    }),
    onEvent: (event) => refreshRead(runId, event),
  });
}

/** What was said, and how a plan was revised, is read from the records once it is there. */
function refreshRead(runId: string, event: Sent<RunEvent>): void {
  if (event.type === 'plan') {
    void queryClient.invalidateQueries({ queryKey: ['plans', runId, event.plan.nodePath] });
  }
  if (event.type !== 'step-finish') return;
  const queryKey = ['conversations', runId, event.step.nodePath];
  void queryClient.invalidateQueries({ queryKey });
}

/** The stream of a run while a component shows it. */
export function useRunStream(runId: string) {
  const store = storeOf(runId);
  return {
    isLive: useStream(store, ({ isLive }) => isLive),
    lostAt: useStream(store, ({ lostAt }) => lostAt),
    snapshots: useStream(store, ({ value }) => value.snapshots),
    run: useStream(store, ({ value }) => value.picture?.run),
    steps: useStream(store, ({ value }) => value.picture?.steps),
    approvals: useStream(store, ({ value }) => value.picture?.approvals),
  };
}

/** What the latest model call at a node path says, while its run goes on. */
export function useLiveCall(runId: string, nodePath: string): LiveCall | undefined {
  return useStream(storeOf(runId), ({ value }) =>
    Object.values(value.picture?.calls ?? {}).find((call) => call.nodePath === nodePath),
  );
}

/** The plan of the agent at a node path, in its latest attempt, as the stream has told it. */
export function useLivePlan(runId: string, nodePath: string): PlanView | undefined {
  return useStream(storeOf(runId), ({ value }) =>
    value.picture?.plans.findLast((plan) => withoutAttempt(plan.nodePath) === nodePath),
  );
}

/** The latest plan of each agent, as the stream has told it; undefined before it has told anything. */
export function useLivePlans(runId: string): PlanView[] | undefined {
  return useStream(storeOf(runId), ({ value }) => value.picture?.plans);
}

/** How far a tool run has come that goes on, by the key of its step, where it says so. */
export function useToolProgress(runId: string, key: string): ToolProgress | undefined {
  return useStream(storeOf(runId), ({ value }) => value.picture?.progress[key]);
}

/** What the latest model call at a node, or at anything inside of it, says while it says it. */
export function useCallInside(runId: string, path: string): LiveCall | undefined {
  return useStream(storeOf(runId), ({ value }) =>
    Object.values(value.picture?.calls ?? {}).findLast(
      ({ nodePath, isFinished }) => !isFinished && isWithin(nodePath, path),
    ),
  );
}
