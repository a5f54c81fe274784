import type { Database } from '../../../../db/open.ts';
import { listBookedDays, listFillsAfter, sumLedgerAfter } from '../../../../db/trading/ledger.ts';
import { afterBookedDays, afterFills, emptyStanding } from './standing.ts';
import type { Standing } from './standing.ts';

/**
 * What an account has come to: what was known of it before, and what was booked since. An account's fills and ledger
 * entries are booked under its lock, one transaction after the other, so that none with a lower sequence comes later.
 * @param known left out, everything is read.
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

/** How much is read at a time: mostly little is new, and after a start all of it is. */
function* pages(): Generator<number> {
  yield 100;
  for (;;) yield 5_000;
}

/** What a process knows of an account, so that its looks read only what was booked since the last one. */
export type StandingMemory = {
  last(): Standing;
  /**
   * Keeps a standing that was read in a transaction, once that is committed. Of two that began with the same one, the
   * first is kept.
   */
  keep(from: Standing, read: Standing): void;
  /** The next look reads everything. */
  forget(): void;
};

export function createStandingMemory(): StandingMemory {
  let known = emptyStanding;
  return {
    last: () => known,
    keep(from, read) {
      if (known === from) known = read;
    },
    forget() {
      // Another object, so that no look that is under way keeps what it has read.
      known = { ...emptyStanding };
    },
  };
}
