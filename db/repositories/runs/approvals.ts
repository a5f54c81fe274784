import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { DecisionVia, RefusedDecision, Voice } from '../../../contracts/runs/decision.ts';
import { askedOf } from '../notifications/announcements.ts';
import type { AskedAgain } from '../notifications/announcements.ts';
import { ofTools } from '../../of-tools.ts';
import type { Database } from '../../open.ts';
import { accessLog } from '../access/access-log.ts';
import { announce } from '../notifications/outbox.ts';
import { approvals, runs, users } from '../../schema/index.ts';
import type { ApprovalStatus } from '../../schema/index.ts';
import { whileShowing } from '../../sealing.ts';
import { titleOfRun } from './run-filter.ts';

const { token, ...columns } = getTableColumns(approvals);

/** An approval without its token, which only `tokenOf` gives. */
type StoredApproval = Omit<typeof approvals.$inferSelect, 'token'>;

/** An approval with what its run was started as. */
export type ApprovalRow = StoredApproval & {
  run: {
    pipeline: string;
    title: string | null;
    input: JsonObject;
    user: string;
    startedBy: string | null;
    instructedBy: string[];
  };
};

type RequestedApproval = Omit<
  StoredApproval,
  | 'status'
  | 'decidedBy'
  | 'comment'
  | 'decidedAt'
  | 'tool'
  | 'args'
  | 'editedArgs'
  | 'outside'
  | 'refusals'
  | 'via'
  | 'seenHash'
  | 'signature'
  | 'quorum'
  | 'voices'
  | 'escalation'
  | 'escalatedAt'
> &
  Partial<Pick<StoredApproval, 'tool' | 'args' | 'outside' | 'quorum' | 'escalation'>> & {
    token?: string;
  };

/** How an approval ended. */
export type ApprovalEnd = {
  status: Exclude<ApprovalStatus, 'pending'>;
  by?: string | undefined;
  comment?: string | null | undefined;
  editedArgs?: JsonObject;
  /** The hash that the decision named. */
  seenHash?: string | null | undefined;
  /** How it came and when, and the signature over all of that; left out where nobody decided. */
  proof?: { via: DecisionVia; decidedAt: Date; signature: string };
};

/** Where a page of approvals ends: the request's time and the id of its last one. */
export type ApprovalCursor = { requestedAt: Date; id: string };

/** Who gave agents of a run instructions, or those of the runs that it retries. */
const instructedBy = sql<string[]>`coalesce(
  (with recursive line as (
    select ${runs.id} as id, ${runs.retryOf} as retry_of
    union all
    select earlier.id, earlier.retry_of from runs as earlier join line on earlier.id = line.retry_of
  )
  select jsonb_agg(distinct event.by) from access_events as event
  where event.action = 'run.instructed' and event.target in (select id from line) and event.by is not null), '[]')`;

const run = {
  pipeline: runs.pipeline,
  title: titleOfRun,
  input: runs.input,
  user: runs.user,
  startedBy: runs.startedBy,
  instructedBy,
};

/** What waits for a person who is to allow a call of one of some tools, in any version, with the run's user; the oldest first. */
export async function listAskedCalls(
  db: Database,
  tools: readonly string[],
): Promise<
  (Pick<StoredApproval, 'id' | 'runId' | 'tool' | 'args' | 'hash' | 'requestedAt' | 'expiresAt'> & {
    user: string;
  })[]
> {
  const { id, runId, tool, args, hash, requestedAt, expiresAt } = approvals;
  return db
    .select({ id, runId, tool, args, hash, requestedAt, expiresAt, user: runs.user })
    .from(approvals)
    .innerJoin(runs, eq(runs.id, approvals.runId))
    .where(and(eq(approvals.status, 'pending'), ofTools(tool, tools)))
    .orderBy(asc(requestedAt), asc(id));
}

const columnsOf = ({ status, by, comment, editedArgs, seenHash, proof }: ApprovalEnd) => ({
  status,
  decidedBy: by,
  comment,
  editedArgs,
  seenHash,
  decidedAt: new Date(),
  ...proof,
});

/** The run that people are told of. */
async function toldOf(tx: Database, id: string): Promise<typeof runs.$inferSelect | undefined> {
  const [row] = await whileShowing(() => tx.select().from(runs).where(eq(runs.id, id)).execute());
  return row;
}

/** Tells the run's user what it waits for, and the people whom the approvers name, alone or by a group. */
async function tell(
  tx: Database,
  of: typeof runs.$inferSelect,
  asked: Pick<typeof approvals.$inferInsert, 'id' | 'title' | 'approvers' | 'escalation'>,
  why: AskedAgain,
): Promise<void> {
  const announcement = askedOf(of, asked, why);
  await announce(tx, announcement);
  const entries = why === 'escalated' ? (asked.escalation?.approvers ?? []) : asked.approvers;
  for (const user of await peopleOf(tx, entries)) {
    if (user === of.user) continue;
    const id = `${announcement.id}~${user}`;
    await announce(tx, { ...announcement, id, run: { ...of, user, notify: null } });
  }
}

/** The users whom entries of approvers name by themselves, or by a group that they are in. */
async function peopleOf(tx: Database, entries: readonly string[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const list = sql.join(
    entries.map((entry) => sql`${entry}`),
    sql`, `,
  );
  const rows = await tx
    .select({ name: users.id })
    .from(users)
    .where(or(inArray(users.id, [...entries]), sql`${users.groups} ?| array[${list}]::text[]`))
    .orderBy(asc(users.id));
  return rows.map(({ name }) => name);
}

/** Has the access log tell of a decision that came by a signal: of the others the API tells, with their address. */
async function noteSignal(
  tx: Database,
  { id: target, hash }: StoredApproval,
  { status, by, via }: Pick<ApprovalEnd, 'status' | 'by'> & { via?: DecisionVia | undefined },
): Promise<void> {
  if (via !== 'signal') return;
  const decision = status === 'approved' ? 'approve' : 'reject';
  const detail = { decision, via, hash };
  await accessLog(tx).add({ by: by ?? null, action: 'approval.decided', target, detail });
}

/** Those of one approval that are stored. */
const mostRefusals = 20;

/** Reads and writes the `approvals` table. A decided approval never changes again. */
export function approvalRepository(db: Database) {
  const withRuns = () =>
    db
      .select({ ...columns, run })
      .from(approvals)
      .innerJoin(runs, eq(runs.id, approvals.runId));

  /** What it reads is only told to people: a lost key does not keep a run from its end. */
  const tellingTransaction = <Result>(work: (tx: Database) => Promise<Result>) =>
    whileShowing(() => db.transaction(work));

  return {
    /**
     * Stores what a person is asked for, and what the run's user is told of it, both or neither.
     * @returns the token that is stored, which is the first one where it was stored before.
     */
    async request(approval: RequestedApproval): Promise<string | null> {
      return db.transaction(async (tx) => {
        await tx
          .insert(approvals)
          .values({ ...approval, status: 'pending' })
          .onConflictDoNothing();
        const row = await toldOf(tx, approval.runId);
        if (row) await tell(tx, row, approval, 'waiting');
        const [stored] = await tx
          .select({ token })
          .from(approvals)
          .where(eq(approvals.id, approval.id));
        return stored?.token ?? null;
      });
    },

    async get(id: string): Promise<ApprovalRow | undefined> {
      const [row] = await withRuns().where(eq(approvals.id, id));
      return row;
    },

    /** What was asked for last under a hash in some runs. */
    async ofHash(hash: string, runIds: readonly string[]): Promise<StoredApproval | undefined> {
      const [row] = await db
        .select(columns)
        .from(approvals)
        .where(and(inArray(approvals.runId, [...runIds]), eq(approvals.hash, hash)))
        .orderBy(desc(approvals.requestedAt))
        .limit(1);
      return row;
    },

    /** The secret that a decision on it must carry; null where there is none. */
    async tokenOf(id: string): Promise<string | null> {
      const [row] = await db.select({ token }).from(approvals).where(eq(approvals.id, id));
      return row?.token ?? null;
    },

    /** The latest decision by which somebody declined the same thing at a node of a run; undefined where none did. */
    async declined(
      runId: string,
      { nodePath, hash }: Pick<StoredApproval, 'nodePath' | 'hash'>,
    ): Promise<StoredApproval | undefined> {
      const [row] = await db
        .select(columns)
        .from(approvals)
        .where(
          and(
            eq(approvals.runId, runId),
            eq(approvals.nodePath, nodePath),
            eq(approvals.hash, hash),
            eq(approvals.status, 'rejected'),
          ),
        )
        .orderBy(desc(approvals.decidedAt))
        .limit(1);
      return row;
    },

    /** Newest first. */
    async list(filter: {
      status?: ApprovalStatus;
      runId?: string;
      after?: ApprovalCursor;
      limit: number;
    }): Promise<ApprovalRow[]> {
      const { after } = filter;
      return withRuns()
        .where(
          and(
            filter.status && eq(approvals.status, filter.status),
            filter.runId ? eq(approvals.runId, filter.runId) : undefined,
            after &&
              or(
                lt(approvals.requestedAt, after.requestedAt),
                and(eq(approvals.requestedAt, after.requestedAt), lt(approvals.id, after.id)),
              ),
          ),
        )
        .orderBy(desc(approvals.requestedAt), desc(approvals.id))
        .limit(filter.limit);
    },

    /** Tells those who are asked once more, while nobody has decided. */
    async remind(id: string): Promise<void> {
      await tellingTransaction(async (tx) => {
        const [row] = await tx
          .select({ approval: columns, run: runs })
          .from(approvals)
          .innerJoin(runs, eq(runs.id, approvals.runId))
          .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')));
        if (row) await tell(tx, row.run, row.approval, 'reminder');
      });
    },

    /**
     * From now on, those of the escalation may decide as well, and are told.
     * @returns the approval, where it was pending and not escalated.
     */
    async escalate(id: string): Promise<StoredApproval | undefined> {
      return tellingTransaction(async (tx) => {
        const [escalated] = await tx
          .update(approvals)
          .set({ escalatedAt: new Date() })
          .where(
            and(
              eq(approvals.id, id),
              eq(approvals.status, 'pending'),
              isNull(approvals.escalatedAt),
            ),
          )
          .returning(columns);
        if (!escalated) return undefined;
        const [row] = await tx.select().from(runs).where(eq(runs.id, escalated.runId));
        if (row) await tell(tx, row, escalated, 'escalated');
        return escalated;
      });
    },

    /** Stores a decision that did not count, once; gives the approval where it was not stored before. */
    async refuse(id: string, refusal: RefusedDecision): Promise<StoredApproval | undefined> {
      const isThis = eq(approvals.id, id);
      return db.transaction(async (tx) => {
        const [stored] = await tx
          .select({ refusals: approvals.refusals })
          .from(approvals)
          .where(isThis)
          .for('update');
        const earlier = stored?.refusals ?? [];
        const isStored = earlier.some((one) => isDeepStrictEqual(one, refusal));
        if (!stored || isStored || earlier.length >= mostRefusals) return undefined;
        const [row] = await tx
          .update(approvals)
          .set({ refusals: [...earlier, refusal] })
          .where(isThis)
          .returning(columns);
        return row;
      });
    },

    /**
     * Adds a voice to a pending approval, with the end that it brings.
     * @param voices those before it, and the new one.
     * @returns the approval as it is then; undefined where it was decided or has other voices by now.
     */
    async addVoice(
      id: string,
      voices: readonly Voice[],
      end: ApprovalEnd | undefined,
    ): Promise<StoredApproval | undefined> {
      return db.transaction(async (tx) => {
        const [row] = await tx
          .update(approvals)
          .set({ voices: [...voices], ...(end && columnsOf(end)) })
          .where(
            and(
              eq(approvals.id, id),
              eq(approvals.status, 'pending'),
              sql`json_array_length(${approvals.voices}) = ${voices.length - 1}`,
            ),
          )
          .returning(columns);
        if (row) await noteSignal(tx, row, { status: 'approved', ...voices.at(-1) });
        return row;
      });
    },

    /**
     * What people decided or some of them approved, oldest first by id.
     * @param page.after the id of the last one of the page before.
     * @param page.id of the only one.
     */
    async decided(page: {
      after?: string;
      id?: string;
      limit: number;
    }): Promise<(StoredApproval & { hasToken: boolean })[]> {
      return db
        .select({ ...columns, hasToken: sql<boolean>`${token} is not null` })
        .from(approvals)
        .where(
          and(
            or(
              inArray(approvals.status, ['approved', 'rejected']),
              sql`json_array_length(${approvals.voices}) > 0`,
            ),
            page.after === undefined ? undefined : gt(approvals.id, page.after),
            page.id === undefined ? undefined : eq(approvals.id, page.id),
          ),
        )
        .orderBy(asc(approvals.id))
        .limit(page.limit);
    },

    /** Gives the approval as it is then; undefined where it was decided before. */
    async close(id: string, decision: ApprovalEnd): Promise<StoredApproval | undefined> {
      return tellingTransaction(async (tx) => {
        const [closed] = await tx
          .update(approvals)
          .set(columnsOf(decision))
          .where(and(eq(approvals.id, id), eq(approvals.status, 'pending')))
          .returning(columns);
        const { status, by, proof } = decision;
        if (closed) await noteSignal(tx, closed, { status, by, via: proof?.via });
        return closed;
      });
    },
  };
}

export type ApprovalRepository = ReturnType<typeof approvalRepository>;
