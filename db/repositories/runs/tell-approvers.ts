import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { runs, users } from '../../schema/index.ts';
import type { approvals } from '../../schema/index.ts';
import { whileShowing } from '../../sealing.ts';
import { askedOf } from '../notifications/announcements.ts';
import type { AskedAgain } from '../notifications/announcements.ts';
import { announce } from '../notifications/outbox.ts';

/** What it reads is only told to people: a lost key does not keep a run from its end. */
export async function tellingTransaction<Result>(
  db: Database,
  work: (tx: Database) => Promise<Result>,
): Promise<Result> {
  return whileShowing(() => db.transaction(work));
}

/** The run that people are told of. */
export async function toldOf(
  tx: Database,
  id: string,
): Promise<typeof runs.$inferSelect | undefined> {
  const [row] = await whileShowing(() => tx.select().from(runs).where(eq(runs.id, id)).execute());
  return row;
}

/** Tells the run's user what it waits for, and the people whom the approvers name, alone or by a group. */
export async function tell(
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
