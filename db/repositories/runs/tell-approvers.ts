import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import { everyApprover, mayDecideOwn } from '../../../contracts/access/approvers.ts';
import { roles } from '../../../contracts/access/roles.ts';
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

type Asked = Pick<
  typeof approvals.$inferInsert,
  'id' | 'title' | 'approvers' | 'escalation' | 'quorum'
>;

/** Tells the run's user what it waits for, and the people whom the approvers name, alone or by a group. */
export async function tell(
  tx: Database,
  of: typeof runs.$inferSelect,
  asked: Asked,
  why: AskedAgain,
): Promise<void> {
  const entries = why === 'escalated' ? (asked.escalation?.approvers ?? []) : asked.approvers;
  const people = await peopleOf(tx, entries);
  await announce(tx, askedOf(of, asked, { why, who: deciderFor(of.user, entries, asked) }));
  for (const user of people) {
    if (user === of.user) continue;
    const who = user === of.startedBy ? othersThan(user, entries) : 'you';
    const announcement = askedOf(of, asked, { why, who });
    const id = `${announcement.id}~${user}`;
    await announce(tx, { ...announcement, id, run: { ...of, user, notify: null } });
  }
}

/** Who decides, as the user of the run is told of it, who can mostly not approve what was started for them. */
function deciderFor(
  user: string,
  entries: readonly string[],
  { quorum = 1 }: Pick<Asked, 'quorum'>,
): string {
  const isNamed = entries.some((entry) => [user, everyApprover, ...roles].includes(entry));
  return isNamed && mayDecideOwn(user, quorum) ? 'you' : othersThan(user, entries);
}

function othersThan(user: string, entries: readonly string[]): string {
  const others = entries.filter((entry) => entry !== user && entry !== everyApprover);
  return others.length > 0 ? others.join(', ') : 'another approver';
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
