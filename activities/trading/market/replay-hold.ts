import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { isWorking, orderTool, replacementTool } from '../../../contracts/trading/orders.ts';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import { listAskedCalls } from '../../../db/repositories/runs/approval-queries.ts';
import type { Database } from '../../../db/open.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { replaySymbol } from './replay.ts';

/**
 * Until when the replay stands still: while an order of its symbol, or a change of one, waits for approval, so that who approves it finds
 * the price at which it was asked for.
 * @param options.longestMs for which one approval holds it. A person who does not come must not hold it for good.
 * @returns null while no approval holds it.
 */
export async function replayHeldUntil(
  db: Database,
  { longestMs }: { longestMs: number },
): Promise<Date | null> {
  const asked = await listAskedCalls(db, [orderTool, replacementTool]);
  const ends = await Promise.all(
    asked.map(async ({ tool, args, requestedAt, expiresAt }) => {
      const isReplacement = tool !== null && withoutVersion(tool) === replacementTool;
      const holds = isReplacement ? await replacesOnReplay(db, args) : isOfReplay(args);
      return holds ? Math.min(requestedAt.getTime() + longestMs, expiresAt.getTime()) : 0;
    }),
  );
  const end = Math.max(0, ...ends);
  return end > Date.now() ? new Date(end) : null;
}

/** Whether an order of the replay, which can still be filled, is to be replaced. */
async function replacesOnReplay(db: Database, args: Json): Promise<boolean> {
  const id = isJsonObject(args) ? args['clientOrderId'] : undefined;
  const order = typeof id === 'string' ? await findOrder(db, id.trim()) : undefined;
  return order?.symbol === replaySymbol && isWorking(order.status);
}

/** Arguments are as they were asked for: the tool has not read them yet. */
function isOfReplay(args: Json): boolean {
  const symbol = isJsonObject(args) ? args['symbol'] : undefined;
  return typeof symbol === 'string' && symbol.trim().toUpperCase() === replaySymbol;
}
