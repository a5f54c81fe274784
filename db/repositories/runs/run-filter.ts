import { and, eq, ilike, lt, or, sql } from 'drizzle-orm';
import type { Priority } from '../../../contracts/models/messages.ts';
import type { RunKind, RunStatus } from '../../../contracts/runs/run.ts';
import { runs } from '../../schema/index.ts';

/** Where a page of runs ends: the creation time and id of its last run. */
export type RunCursor = { createdAt: Date; id: string };

/** Which runs are listed; every part that is given must hold. */
export type RunFilter = {
  kind?: RunKind;
  status?: RunStatus;
  pipeline?: string;
  agent?: string;
  user?: string;
  priority?: Priority;
  /** Stands in its id, its title or its input. */
  text?: string;
  /** The type of the error that ended it. */
  error?: string | undefined;
  /** Leaves out runs that another run retries. */
  isNotRetried?: boolean;
  after?: RunCursor;
};

/** The condition of a filter; undefined where it is empty. */
export function whereOf({
  kind,
  status,
  pipeline,
  agent,
  user,
  priority,
  text,
  error,
  isNotRetried,
  after,
}: RunFilter) {
  return and(
    kind && eq(runs.kind, kind),
    status && eq(runs.status, status),
    priority && eq(runs.priority, priority),
    pipeline ? eq(runs.pipeline, pipeline) : undefined,
    agent ? eq(runs.agent, agent) : undefined,
    user ? eq(runs.user, user) : undefined,
    text ? holdsText(text) : undefined,
    error ? sql`${runs.error} ->> 'type' = ${error}` : undefined,
    isNotRetried
      ? sql`not exists (select 1 from runs as retries where retries.retry_of = ${runs.id})`
      : undefined,
    after &&
      or(
        lt(runs.createdAt, after.createdAt),
        and(eq(runs.createdAt, after.createdAt), lt(runs.id, after.id)),
      ),
  );
}

const title = sql`coalesce(${runs.compiled} -> 'pipeline' ->> 'title', ${runs.pipeline})`;

function holdsText(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(
    ilike(runs.id, pattern),
    ilike(title, pattern),
    sql`${runs.input}::text ilike ${pattern}`,
  );
}
