import type {
  KillSwitchView,
  TradingGatesView,
} from '../../../../contracts/trading/api/trading.ts';
import type { OrderDetailView } from '../../../../contracts/trading/api/account.ts';
import type { GateChanges } from '../../../../contracts/trading/gates.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { queryClient } from '../../api/query-client.ts';
import { search } from '../../api/queries/list.ts';
import { request } from '../../api/request.ts';
import { callTool } from '../../api/tools.ts';

/** What a gate says to an order: why it denies it, or null where it lets it pass. */
export type GateCheck = { gate: string; denial: string | null };

/** What each gate says to an order now; nothing is placed. */
export async function checkOrder(order: JsonObject): Promise<GateCheck[]> {
  const { output } = await callTool('create_paper_order', { ...order, checkOnly: true });
  return (output as { checks: GateCheck[] }).checks;
}

/** What became of an order that was placed. */
export type PlacedOrder = {
  order: { status: string };
  fill: { quantity: number; price: number } | null;
};

/**
 * Places an order. What the next bar decides, such as a market order, is waited for.
 * @param key sent again under it, it is the same order.
 */
export async function placeOrder(order: JsonObject, key: string): Promise<PlacedOrder> {
  try {
    const { output } = await callTool('create_paper_order', order, { key });
    return output as unknown as PlacedOrder;
  } finally {
    void refreshAccount();
  }
}

/** Asks for the end of an order: what was on its way is filled all the same. */
export async function cancelOrder(
  id: string,
  reason: string,
  account?: string,
): Promise<OrderDetailView> {
  const path = `/api/v1/account/orders/${encodeURIComponent(id)}/cancel${search({ account })}`;
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  try {
    return await request<OrderDetailView>(path, { method: 'POST', body });
  } finally {
    void refreshAccount();
  }
}

/** Gives a working order another quantity or other prices. */
export async function replaceOrder(replacement: JsonObject): Promise<void> {
  try {
    await callTool('replace_paper_order', replacement);
  } finally {
    void refreshAccount();
  }
}

type Switched = {
  on: boolean;
  cancelOrders?: boolean;
  /** Whether it is the switch of every account. */
  everyAccount?: boolean;
  reason?: string;
};

/** Stops all trading on an account, or lets it go on; gives also how many orders were asked to end. */
export async function setKillSwitch(
  body: Switched,
  account?: string,
): Promise<KillSwitchView & { canceled: number }> {
  const path = `/api/v1/account/kill-switch${search({ account })}`;
  try {
    return await request<KillSwitchView & { canceled: number }>(path, { method: 'PUT', body });
  } finally {
    void refreshAccount();
  }
}

/** Says what counts in place of the settings: all of it, also what was set before. */
export async function setGates(
  gates: GateChanges,
  reason: string,
  account?: string,
): Promise<TradingGatesView> {
  const path = `/api/v1/account/gates${search({ account })}`;
  const body = { gates, ...(reason.trim() !== '' && { reason: reason.trim() }) };
  try {
    return await request<TradingGatesView>(path, { method: 'PUT', body });
  } finally {
    void refreshAccount();
  }
}

const refreshAccount = () => queryClient.invalidateQueries({ queryKey: ['account'] });
