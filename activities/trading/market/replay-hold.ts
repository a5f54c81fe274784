import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { orderTool } from '../../../contracts/trading/orders.ts';
import { listAskedCalls } from '../../../db/repositories/runs/approvals.ts';
import type { Database } from '../../../db/open.ts';
import { replaySymbol } from './replay.ts';

/**
 * Until when the replay stands still: while an order of its symbol waits for approval, so that who approves it finds
 * the price at which it was asked for.
 * @param options.longestMs for which one approval holds it. A person who does not come must not hold it for good.
 * @returns null while no approval holds it.
 */
export async function replayHeldUntil(
  db: Database,
  { longestMs }: { longestMs: number },
): Promise<Date | null> {
  const asked = await listAskedCalls(db, orderTool);
  const ends = asked
    .filter(({ args }) => isOfReplay(args))
    .map(({ requestedAt, expiresAt }) =>
      Math.min(requestedAt.getTime() + longestMs, expiresAt.getTime()),
    );
  const end = Math.max(0, ...ends);
  return end > Date.now() ? new Date(end) : null;
}

/** Arguments are as they were asked for: the tool has not read them yet. */
function isOfReplay(args: Json): boolean {
  const symbol = isJsonObject(args) ? args['symbol'] : undefined;
  return typeof symbol === 'string' && symbol.trim().toUpperCase() === replaySymbol;
}
