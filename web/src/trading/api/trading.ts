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

/** The result of a gate for an order: the reason of a denial, or null if the order passes. */
export type GateCheck = { gate: string; denial: string | null };

/** Checks an order against each gate; places nothing. */
export async function checkOrder(order: JsonObject): Promise<GateCheck[]> {
  const { output } = await callTool('create_paper_order', { ...order, checkOnly: true });
  return (output as { checks: GateCheck[] }).checks;
}

/** The result of a placed order. */
export type PlacedOrder = {
  order: { status: string };
  fill: { quantity: number; price: number } | null;
};

/**
 * Places an order. Waits for orders that the next bar fills, such as market orders.
 * @param key the idempotency key: repeated requests with it place one order.
 */
export async function placeOrder(order: JsonObject, key: string): Promise<PlacedOrder> {
  try {
    const { output } = await callTool('create_paper_order', order, { key });
    return output as unknown as PlacedOrder;
  } finally {
    void refreshAccount();
  }
}

/** Requests the cancel of an order; it can still fill in the meantime. */
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

/** Changes the quantity or prices of a working order. */
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

/** Stops or resumes all trading on an account; also returns how many orders are being cancelled. */
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

/** Overrides the workers' settings: replaces all earlier overrides. */
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
