import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { GateChanges, Gates } from '../../contracts/trading/gates.ts';
import type { Json } from '../../contracts/base/json.ts';
import { paperAccountId } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { accounts, tradingChanges, tradingTerms } from './schema/trading.ts';
import { holdAccount, listAccountIds } from './accounts.ts';
import { stopOrders } from './stop-orders.ts';

/** The switch of every account is on record as that of an account with this id, which no account has. */
const everyAccount = '*';

/** What an account may trade, and whether it may at all. */
export type TradingTerms = {
  /** Whether the switch of every account is on: `killSwitch` is on then too. */
  everyAccountStopped: boolean;
  /** As the workers' settings have it; null before the first worker. */
  defaults: Gates | null;
  /** What was set in its place. */
  changes: GateChanges;
  killSwitch: boolean;
  /** How events and records differ; null where they agree. */
  mismatch: string | null;
  reconciledAt: Date | null;
};
export type TradingChange = typeof tradingChanges.$inferSelect;

/** Whether a change is of every account. */
export const isOfEveryAccount = ({ accountId }: TradingChange) => accountId === everyAccount;

/** Who changes something, and why. */
export type Change = { accountId: string; by: string; reason?: string | undefined };

/** Gates that were added later, as they were before: what older workers published lacks them. */
const addedGates = {
  fillCollarPercent: null,
  sameBarExit: 'stop',
  maintenanceMargin: 0.3,
  borrowFeePercent: 0.25,
} as const;

const untouched: TradingTerms = {
  everyAccountStopped: false,
  defaults: null,
  changes: {},
  killSwitch: false,
  mismatch: null,
  reconciledAt: null,
};

/** What may be traded now. Within an order's transaction it cannot change before that ends. */
export async function readTradingTerms(db: Database, accountId: string): Promise<TradingTerms> {
  const rows = await db
    .select()
    .from(tradingTerms)
    .where(inArray(tradingTerms.accountId, [accountId, everyAccount]));
  const everyAccountStopped = rows.some((row) => row.accountId === everyAccount && row.killSwitch);
  const row = rows.find((one) => one.accountId === accountId);
  if (!row) return { ...untouched, everyAccountStopped, killSwitch: everyAccountStopped };
  const { defaults, gates, mismatch, reconciledAt } = row;
  const killSwitch = row.killSwitch || everyAccountStopped;
  return {
    everyAccountStopped,
    defaults: defaults === null ? null : { ...addedGates, ...(defaults as Gates) },
    changes: gates as GateChanges,
    killSwitch,
    mismatch,
    reconciledAt,
  };
}

/** Notes what the workers' settings allow, for the API to show. */
export async function publishGates(db: Database, accountId: string, gates: Gates): Promise<void> {
  await write(db, accountId, { defaults: gates as Json });
}

/** Notes what a look at events and records found. */
export async function noteReconciliation(
  db: Database,
  accountId: string,
  mismatch: string | null,
): Promise<void> {
  await write(db, accountId, { mismatch, reconciledAt: new Date() });
}

/** Sets what counts in place of the workers' settings, with a line in the audit. */
export async function changeGates(db: Database, who: Change, gates: GateChanges): Promise<void> {
  await db.transaction(async (tx) => {
    await holdAccount(tx, who.accountId);
    const before = await readTradingTerms(tx, who.accountId);
    await write(tx, who.accountId, { gates: gates as Json });
    await audit(tx, who, { kind: 'gates', before: before.changes as Json, after: gates as Json });
  });
}

/**
 * Turns the kill switch on or off, with a line in the audit. Once this is done only orders that reduce a position are
 * taken while it is on.
 * @param change.cancelOrders asks for the end of the orders that can open a position or add to one. Stops, targets and other
 * orders that are on the other side of a position go on, and can only reduce it from then on.
 * @returns how many orders were asked to end.
 */
export async function turnKillSwitch(
  db: Database,
  who: Change,
  change: { on: boolean; cancelOrders: boolean },
): Promise<number> {
  const { accountId } = who;
  return db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    await turnSwitch(tx, who, change.on);
    return change.on && change.cancelOrders ? stopOrders(tx, accountId, who) : 0;
  });
}

/** As {@link turnKillSwitch}, of every account, also of those that are opened later. Turned off, each has its own again. */
async function turnEveryKillSwitch(
  db: Database,
  by: Omit<Change, 'accountId'>,
  change: { on: boolean; cancelOrders: boolean },
): Promise<number> {
  return db.transaction(async (tx) => {
    // Orders under way are waited for, and others wait, also those that open an account.
    await tx.execute(sql`lock table ${accounts} in exclusive mode`);
    await turnSwitch(tx, { ...by, accountId: everyAccount }, change.on);
    if (!change.on || !change.cancelOrders) return 0;
    let asked = 0;
    for (const id of await listAccountIds(tx)) asked += await stopOrders(tx, id, by);
    return asked;
  });
}

async function turnSwitch(tx: Database, who: Change, on: boolean): Promise<void> {
  const { accountId } = who;
  const [row] = await tx.select().from(tradingTerms).where(eq(tradingTerms.accountId, accountId));
  await write(tx, accountId, { killSwitch: on });
  await audit(tx, who, { kind: 'kill-switch', before: row?.killSwitch ?? false, after: on });
}

/** The audit of an account and of what concerns every account, the newest first. */
export async function listTradingChanges(
  db: Database,
  page: { accountId: string; before?: number | undefined; limit: number },
): Promise<TradingChange[]> {
  const { accountId, before, limit } = page;
  return db
    .select()
    .from(tradingChanges)
    .where(
      and(
        inArray(tradingChanges.accountId, [accountId, everyAccount]),
        before === undefined ? undefined : lt(tradingChanges.id, before),
      ),
    )
    .orderBy(desc(tradingChanges.id))
    .limit(limit);
}

async function write(
  db: Database,
  accountId: string,
  values: Partial<typeof tradingTerms.$inferInsert>,
): Promise<void> {
  await db
    .insert(tradingTerms)
    .values({ ...values, accountId })
    .onConflictDoUpdate({ target: tradingTerms.accountId, set: values });
}

async function audit(
  tx: Database,
  { accountId, by, reason }: Change,
  change: Pick<TradingChange, 'kind' | 'before' | 'after'>,
): Promise<void> {
  await tx.insert(tradingChanges).values({ ...change, accountId, by, reason });
}

/** The terms of a paper account. */
export function paperTradingTerms(db: Database, accountId: string) {
  return {
    /** Workers publish their settings, which all accounts begin with, in one place. */
    async read(): Promise<TradingTerms> {
      const { defaults } = await readTradingTerms(db, paperAccountId);
      return { ...(await readTradingTerms(db, accountId)), defaults };
    },
    changeGates: (who: Omit<Change, 'accountId'>, gates: GateChanges) =>
      changeGates(db, { ...who, accountId }, gates),
    turnKillSwitch: (
      who: Omit<Change, 'accountId'>,
      change: { on: boolean; cancelOrders: boolean },
    ) => turnKillSwitch(db, { ...who, accountId }, change),
    listChanges: (page: { before?: number | undefined; limit: number }) =>
      listTradingChanges(db, { ...page, accountId }),

    turnEveryKillSwitch: (
      who: Omit<Change, 'accountId'>,
      change: { on: boolean; cancelOrders: boolean },
    ) => turnEveryKillSwitch(db, who, change),

    /** Who turned the switch last that counts: that of every account while it is on. Undefined where nobody did. */
    async lastSwitched({ everyAccountStopped }: TradingTerms): Promise<TradingChange | undefined> {
      const switched = everyAccountStopped ? everyAccount : accountId;
      const isSwitch = eq(tradingChanges.kind, 'kill-switch');
      const [last] = await db
        .select()
        .from(tradingChanges)
        .where(and(eq(tradingChanges.accountId, switched), isSwitch))
        .orderBy(desc(tradingChanges.id))
        .limit(1);
      return last;
    },
  };
}
