import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { GateChanges, Gates } from '../../contracts/trading/gates.ts';
import type { Json } from '../../contracts/base/json.ts';
import { paperAccountId, workingStatuses } from '../../contracts/trading/orders.ts';
import type { Database } from '../open.ts';
import { orders, tradingChanges, tradingTerms } from './schema/trading.ts';
import { holdAccount } from './accounts.ts';
import { requestCancelIn } from './cancel-requests.ts';
import { appendEvents } from './events.ts';
import { heldQuantities, updateOrder } from './orders.ts';
import type { OrderRow } from './orders.ts';

/** What an account may trade, and whether it may at all. */
export type TradingTerms = {
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

/** Who changes something, and why. */
export type Change = { accountId: string; by: string; reason?: string | undefined };

/** Gates that were added later, as they were before: what older workers published lacks them. */
const addedGates = {
  fillCollarPercent: null,
  sameBarExit: 'stop',
  maintenanceMargin: 0.3,
} as const;

const untouched: TradingTerms = {
  defaults: null,
  changes: {},
  killSwitch: false,
  mismatch: null,
  reconciledAt: null,
};

/** What may be traded now. Within an order's transaction it cannot change before that ends. */
export async function readTradingTerms(db: Database, accountId: string): Promise<TradingTerms> {
  const [row] = await db.select().from(tradingTerms).where(eq(tradingTerms.accountId, accountId));
  if (!row) return untouched;
  const { defaults, gates, killSwitch, mismatch, reconciledAt } = row;
  return {
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
  const { accountId, by, reason } = who;
  return db.transaction(async (tx) => {
    await holdAccount(tx, accountId);
    const before = await readTradingTerms(tx, accountId);
    await write(tx, accountId, { killSwitch: change.on });
    await audit(tx, who, { kind: 'kill-switch', before: before.killSwitch, after: change.on });
    if (!change.on || !change.cancelOrders) return 0;
    const working = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.accountId, accountId), inArray(orders.status, [...workingStatuses])));
    const why = `${by} turned the kill switch on${reason === undefined ? '' : `: ${reason}`}`;
    let asked = 0;
    const held = await heldQuantities(tx, accountId);
    for (const order of working) {
      if (isOpposite(order, held.get(order.symbol))) await restrict(tx, order);
      else if (await requestCancelIn(tx, order, why)) asked += 1;
    }
    return asked;
  });
}

/** The audit, the newest first. */
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
        eq(tradingChanges.accountId, accountId),
        before === undefined ? undefined : lt(tradingChanges.id, before),
      ),
    )
    .orderBy(desc(tradingChanges.id))
    .limit(limit);
}

/** Whether an order can make a position smaller; a stop or a target protects one that its entry may yet fill. */
function isOpposite({ leg, side }: OrderRow, held = 0): boolean {
  if (leg !== 'entry') return true;
  return side === 'buy' ? held < 0 : held > 0;
}

/** From now on the order can only reduce a position. */
async function restrict(tx: Database, { accountId, ...order }: OrderRow): Promise<void> {
  const { clientOrderId, leg, reduceOnly } = order;
  if (leg !== 'entry' || reduceOnly) return;
  await appendEvents(tx, accountId, [{ kind: 'restricted', orderId: clientOrderId }]);
  await updateOrder(tx, clientOrderId, { reduceOnly: true });
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

    /** The last change of a kind; undefined where there was none. */
    async lastChange(kind: TradingChange['kind']): Promise<TradingChange | undefined> {
      const [last] = await db
        .select()
        .from(tradingChanges)
        .where(and(eq(tradingChanges.accountId, accountId), eq(tradingChanges.kind, kind)))
        .orderBy(desc(tradingChanges.id))
        .limit(1);
      return last;
    },
  };
}
