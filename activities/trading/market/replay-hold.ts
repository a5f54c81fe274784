import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { isWorking, orderTool, replacementTool } from '../../../contracts/trading/orders.ts';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import { listAskedCalls } from '../../../db/repositories/runs/approval-queries.ts';
import type { Database } from '../../../db/open.ts';
import { findOrder } from '../../../db/trading/orders.ts';
import { replaySymbol } from './replay.ts';

/**
 * Until when the replay is paused: while an order in its symbol, or a change of one, waits for approval, so that the
 * approver finds the price at which it was requested.
 * @param options.longestMs maximum pause per approval, so that a missing approver does not stop the replay for good.
 * @returns null if no approval pauses it.
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

/** Whether a replacement is of an open order in the replay. */
async function replacesOnReplay(db: Database, args: Json): Promise<boolean> {
  const id = isJsonObject(args) ? args['clientOrderId'] : undefined;
  const order = typeof id === 'string' ? await findOrder(db, id.trim()) : undefined;
  return order?.symbol === replaySymbol && isWorking(order.status);
}

/** The arguments are as the caller wrote them, not yet parsed by the tool. */
function isOfReplay(args: Json): boolean {
  const symbol = isJsonObject(args) ? args['symbol'] : undefined;
  return typeof symbol === 'string' && symbol.trim().toUpperCase() === replaySymbol;
}
