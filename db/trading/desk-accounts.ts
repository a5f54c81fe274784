import { arrayContains, asc, eq } from 'drizzle-orm';
import { ownAccountId, personOf } from '../../contracts/trading/accounts.ts';
import type { Database } from '../open.ts';
import { deskAccounts, tradingChanges } from './schema/trading.ts';

export type DeskAccount = typeof deskAccounts.$inferSelect;

/**
 * The id of an account, if the user can use it.
 * @returns undefined if there is no such account, or the user is not a member of it.
 */
export async function findAccountOf(
  db: Database,
  user: string,
  account: string,
): Promise<string | undefined> {
  if (account === ownAccountId(user)) return account;
  const desk = await findDeskAccount(db, account);
  return desk && isMember(desk, user) ? desk.id : undefined;
}

/** Whether a user is a member of a desk account. */
export function isMember({ members }: Pick<DeskAccount, 'members'>, user: string): boolean {
  return members.includes(personOf(user));
}

async function findDeskAccount(db: Database, id: string): Promise<DeskAccount | undefined> {
  const [row] = await db.select().from(deskAccounts).where(eq(deskAccounts.id, id));
  return row;
}

/** The desk accounts that a user is a member of, by id. */
async function listDeskAccounts(db: Database, user: string): Promise<DeskAccount[]> {
  return db
    .select()
    .from(deskAccounts)
    .where(arrayContains(deskAccounts.members, [personOf(user)]))
    .orderBy(asc(deskAccounts.id));
}

/** Finds accounts of users: their own and desk accounts. */
export function accountRepository(db: Database) {
  return {
    find: (user: string, account: string) => findAccountOf(db, user, account),
    listDesks: (user: string) => listDeskAccounts(db, user),

    /**
     * Creates a desk account or sets its name and members, and records the change.
     * @param desk.name default: the current name, or the id for a new account.
     * @param mayChange whether an existing account may be changed.
     * @returns undefined if it may not; then nothing changes.
     */
    async putDesk(
      desk: { id: string; name?: string | undefined; members: readonly string[] },
      who: { by: string; reason?: string | undefined },
      mayChange: (known: DeskAccount) => boolean,
    ): Promise<DeskAccount | undefined> {
      const { id } = desk;
      const members = [...new Set(desk.members.map(personOf))];
      return db.transaction(async (tx) => {
        const opened = { id, name: desk.name ?? id, members };
        const [created] = await tx
          .insert(deskAccounts)
          .values(opened)
          .onConflictDoNothing()
          .returning();
        const [known] = await tx
          .select()
          .from(deskAccounts)
          .where(eq(deskAccounts.id, id))
          .for('update');
        if (!created && !mayChange(known!)) return undefined;
        const { name = known!.name } = desk;
        await tx.update(deskAccounts).set({ name, members }).where(eq(deskAccounts.id, id));
        const before = created ? [] : known!.members;
        const change = { kind: 'members' as const, before, after: members };
        await tx.insert(tradingChanges).values({ ...change, ...who, accountId: id });
        return { ...known!, name, members };
      });
    },
  };
}
