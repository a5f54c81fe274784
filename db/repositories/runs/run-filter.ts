import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Json } from '../../../contracts/base/json.ts';
import type { Priority } from '../../../contracts/models/messages.ts';
import type { NodeState, RunError, RunKind, RunStatus } from '../../../contracts/runs/run.ts';
import { modelCalls, runs } from '../../schema/index.ts';

/** Where a page of runs ends: the creation time and id of its last run. */
export type RunCursor = { createdAt: Date; id: string };

/** What SQL can tell of a run; every part that is given must hold. */
export type RunConditions = {
  ids?: readonly string[] | undefined;
  kind?: RunKind;
  status?: RunStatus;
  pipeline?: string;
  /** The content hash of its pipeline. */
  version?: string | undefined;
  agent?: string;
  user?: string;
  /** The id of the trigger that started it. */
  trigger?: string | undefined;
  priority?: Priority;
  /** The type of the error that ended it. */
  error?: string | undefined;
  /** Leaves out runs that another run retries. */
  isNotRetried?: boolean;
  /** US dollars that its models cost at least. */
  minCostUsd?: string | undefined;
  /** An agent that called a model in it. */
  calledBy?: string | undefined;
  /** A model that answered in it. */
  model?: string | undefined;
  /** When it was created; the end is outside of it. */
  from?: Date | undefined;
  to?: Date | undefined;
  after?: RunCursor;
};

/** What is looked for in what is sealed, which SQL cannot read. */
export type SoughtInside = {
  /** Stands in its id, its title, its input, its output or its error. */
  text?: string | undefined;
  /** The id of a node that did not complete. */
  failedNode?: string | undefined;
};

/** Which runs are listed; every part that is given must hold. */
export type RunFilter = RunConditions & SoughtInside;

export const newestFirst = [desc(runs.createdAt), desc(runs.id)];

/** The title of a run's pipeline. An older version stored it in the pipeline alone. */
export const titleOfRun = sql<
  string | null
>`coalesce(${runs.title}, ${runs.compiled} -> 'pipeline' ->> 'title')`;

/** The type of the error that ended a run. An older version stored it in the error alone. */
const errorTypeOfRun = sql`coalesce(${runs.errorType}, ${runs.error} ->> 'type')`;

/** The condition of a filter; undefined where it is empty. */
export function whereOf({
  ids,
  kind,
  status,
  pipeline,
  version,
  agent,
  user,
  trigger,
  priority,
  error,
  isNotRetried,
  minCostUsd,
  calledBy,
  model,
  from,
  to,
  after,
}: RunConditions) {
  return and(
    ids && inArray(runs.id, [...ids]),
    kind && eq(runs.kind, kind),
    status && eq(runs.status, status),
    priority && eq(runs.priority, priority),
    pipeline ? eq(runs.pipeline, pipeline) : undefined,
    version ? eq(runs.version, version) : undefined,
    agent ? eq(runs.agent, agent) : undefined,
    user ? eq(runs.user, user) : undefined,
    trigger ? eq(runs.trigger, trigger) : undefined,
    error ? sql`${errorTypeOfRun} = ${error}` : undefined,
    minCostUsd
      ? sql`(select coalesce(sum(${modelCalls.costUsd}), 0) from ${modelCalls} where ${modelCalls.runId} = ${runs.id}) >= ${minCostUsd}::numeric`
      : undefined,
    calledBy || model
      ? sql`exists (select 1 from ${modelCalls} where ${and(
          sql`${modelCalls.runId} = ${runs.id}`,
          calledBy ? eq(modelCalls.agent, calledBy) : undefined,
          model ? eq(modelCalls.model, model) : undefined,
        )})`
      : undefined,
    from && gte(runs.createdAt, from),
    to && lt(runs.createdAt, to),
    isNotRetried
      ? sql`${runs.triedNode} is null and not exists (select 1 from runs as retries where retries.retry_of = ${runs.id} and retries.tried_node is null)`
      : undefined,
    after &&
      or(
        lt(runs.createdAt, after.createdAt),
        and(eq(runs.createdAt, after.createdAt), lt(runs.id, after.id)),
      ),
  );
}

/** Whether a text stands in one of some values, in capital letters or small ones. Names of fields are no values. */
export function holdsText(places: readonly (Json | RunError | null)[], text: string): boolean {
  const sought = text.toLowerCase();
  return places.some((place) => isIn(place, sought));
}

function isIn(value: unknown, sought: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((member) => isIn(member, sought));
  }
  const isText = typeof value === 'string' || typeof value === 'number';
  return isText && String(value).toLowerCase().includes(sought);
}

/** Whether a node of an id is among those that did not complete. */
export function hasFailed(nodes: readonly NodeState[] | null, node: string): boolean {
  const failed: readonly string[] = ['failed', 'timeout', 'cancelled'];
  return (nodes ?? []).some(({ id, status }) => id === node && failed.includes(status));
}
