import type { Database } from '../../../../db/open.ts';
import { listBookedDays, listFillsAfter, sumLedgerAfter } from '../../../../db/trading/ledger.ts';
import { afterBookedDays, afterFills, emptyStanding } from './standing.ts';
import type { Standing } from './standing.ts';

/**
 * Updates the totals of an account with what was booked since the last read. Fills and ledger entries are booked under
 * the account's lock, one transaction at a time, so no lower sequence number appears later.
 * @param known the totals so far; if omitted, everything is read.
 */
export async function readStanding(
  db: Database,
  accountId: string,
  known: Standing = emptyStanding,
): Promise<Standing> {
  let standing = known;
  let after = known.through.fill;
  for (const limit of pages()) {
    const page = await listFillsAfter(db, accountId, { after, limit });
    standing = afterFills(standing, page.fills);
    after = page.last ?? after;
    if (page.count < limit) break;
  }
  for (const limit of pages()) {
    const { entry } = standing.through;
    const page = { after: entry, limit };
    const { count, last, cash, deposited } = await sumLedgerAfter(db, accountId, page);
    const booked = last === null ? [] : await listBookedDays(db, accountId, { after: entry, last });
    standing = {
      ...afterBookedDays(standing, booked),
      through: { ...standing.through, entry: last ?? entry },
      cash: standing.cash.plus(cash),
      deposited: standing.deposited.plus(deposited),
    };
    if (count < limit) break;
  }
  return standing;
}

/** Page sizes: usually little is new, but after a start everything is. */
function* pages(): Generator<number> {
  yield 100;
  for (;;) yield 5_000;
}

/** The totals that a process remembers of an account, so that each read needs only what was booked since. */
export type StandingMemory = {
  last(): Standing;
  /**
   * Keeps totals read in a transaction, after it is committed. If two reads started from the same totals, the first is
   * kept.
   */
  keep(from: Standing, read: Standing): void;
  /** Makes the next read start from zero. */
  forget(): void;
};

/** Creates a memory that starts from zero. */
export function createStandingMemory(): StandingMemory {
  let known = emptyStanding;
  return {
    last: () => known,
    keep(from, read) {
      if (known === from) known = read;
    },
    forget() {
      // A new object, so that a read in progress is not kept.
      known = { ...emptyStanding };
    },
  };
}
