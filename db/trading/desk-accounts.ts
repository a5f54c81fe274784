import { eq } from 'drizzle-orm';
import { ownAccountId, personOf } from '../../contracts/trading/accounts.ts';
import type { Database } from '../open.ts';
import { deskAccounts } from './schema/trading.ts';

type DeskAccount = typeof deskAccounts.$inferSelect;

/**
 * The id of the account that a user asks for, where the user may use it.
 * @returns undefined where there is no such account, or the user is no member of it.
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

function isMember({ members }: Pick<DeskAccount, 'members'>, user: string): boolean {
  return members.includes(personOf(user));
}

async function findDeskAccount(db: Database, id: string): Promise<DeskAccount | undefined> {
  const [row] = await db.select().from(deskAccounts).where(eq(deskAccounts.id, id));
  return row;
}
