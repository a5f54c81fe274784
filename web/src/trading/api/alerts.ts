import type { AlertView } from '../../../../contracts/trading/api/alerts.ts';
import type { AlertComparison } from '../../../../contracts/trading/alerts.ts';
import { queryClient } from '../../api/query-client.ts';
import { request } from '../../api/request.ts';

export type NewAlert = {
  user: string;
  symbol: string;
  comparison: AlertComparison;
  /** Text that is not a number is sent unchanged; the error of the API appears at the field. */
  price: number | string;
  note?: string;
};

/** Creates a price alert that fires once. @throws {ApiProblem} 422 with the path of the invalid field. */
export async function createAlert(alert: NewAlert): Promise<AlertView> {
  const created = await request<AlertView>('/api/v1/alerts', { method: 'POST', body: alert });
  void queryClient.invalidateQueries({ queryKey: ['alerts'] });
  return created;
}

export async function deleteAlert({ id, user }: Pick<AlertView, 'id' | 'user'>): Promise<void> {
  await request<void>(`/api/v1/alerts/${id}?${new URLSearchParams({ user })}`, {
    method: 'DELETE',
  });
  void queryClient.invalidateQueries({ queryKey: ['alerts'] });
}

/** Follows an instrument, or changes the note on it. */
export async function follow(body: { user: string; symbol: string; note?: string }): Promise<void> {
  await request('/api/v1/watchlist', { method: 'POST', body });
  await queryClient.invalidateQueries({ queryKey: ['watchlist'] });
}

export async function unfollow(user: string, symbol: string): Promise<void> {
  const path = `/api/v1/watchlist/${encodeURIComponent(symbol)}?${new URLSearchParams({ user })}`;
  await request<void>(path, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: ['watchlist'] });
}
