import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Priority } from '../../../contracts/models/messages.ts';
import type { RunKind, RunStatus } from '../../../contracts/runs/run.ts';
import { runs } from '../../schema/index.ts';

/** Where a page of runs ends: the creation time and id of its last run. */
export type RunCursor = { createdAt: Date; id: string };

/** What SQL can tell of a run; every part that is given must hold. */
export type RunConditions = {
  ids?: readonly string[] | undefined;
  kind?: RunKind;
  status?: RunStatus;
  pipeline?: string;
  agent?: string;
  user?: string;
  /** The id of the trigger that started it. */
  trigger?: string | undefined;
  priority?: Priority;
  /** The type of the error that ended it. */
  error?: string | undefined;
  /** Leaves out runs that another run retries. */
  isNotRetried?: boolean;
  after?: RunCursor;
};

/** Which runs are listed; every part that is given must hold. */
export type RunFilter = RunConditions & {
  /** Stands in its id, its title or its input. */
  text?: string;
};

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
  agent,
  user,
  trigger,
  priority,
  error,
  isNotRetried,
  after,
}: RunConditions) {
  return and(
    ids && inArray(runs.id, [...ids]),
    kind && eq(runs.kind, kind),
    status && eq(runs.status, status),
    priority && eq(runs.priority, priority),
    pipeline ? eq(runs.pipeline, pipeline) : undefined,
    agent ? eq(runs.agent, agent) : undefined,
    user ? eq(runs.user, user) : undefined,
    trigger ? eq(runs.trigger, trigger) : undefined,
    error ? sql`${errorTypeOfRun} = ${error}` : undefined,
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

/** Whether a text stands in the id of a run, its title or its input, in capital letters or small ones. */
export function holdsText(
  run: { id: string; title: string | null; pipeline: string; input: JsonObject },
  text: string,
): boolean {
  const places = [run.id, run.title ?? run.pipeline, JSON.stringify(run.input)];
  return places.some((place) => place.toLowerCase().includes(text.toLowerCase()));
}
