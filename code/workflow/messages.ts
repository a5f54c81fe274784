import type { Json, JsonObject } from '../../contracts/base/json.ts';

// What workflows of one's own and the activities of the plugin tell each other. It is in histories: only add to it.

/** How a run is started, whatever it runs. */
export type RunTerms = {
  /** Whose run it is: costs, budgets and permissions are this user's. Only a key that may act for others may give it. */
  user?: string;
  budgetUsd?: number;
  priority?: 'high' | 'normal' | 'low';
};

export type StartAsked = RunTerms &
  ({ pipeline: string; version?: string; input: JsonObject } | { agent: string; task: string });

/** A run in Baton, as a workflow knows it. */
export type StartedRun = { runId: string };
export type EndedRun = { runId: string; output: Json };

/** The activities of the plugin. */
export type BatonActivities = {
  batonStartRun(asked: StartAsked): Promise<StartedRun>;
  /** Its end. Fails to be asked again, by Temporal, as long as it runs. */
  batonRunEnd(run: StartedRun): Promise<EndedRun>;
  batonCancelRun(run: StartedRun & { reason: string }): Promise<void>;
};

/** The types of the failures that a workflow gets, each with a {@link RunFailure} where a run was started. */
export const failureTypes = {
  failed: 'BatonRunFailed',
  timeout: 'BatonRunTimedOut',
  cancelled: 'BatonRunCancelled',
  refused: 'BatonRefused',
} as const;

export type RunFailure = { runId: string; status: 'failed' | 'timeout' | 'cancelled' };

/** The type of the failure by which Temporal asks again. */
export const goesOn = 'BatonRunGoesOn';
