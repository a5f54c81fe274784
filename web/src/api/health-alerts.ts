import type { HealthAlertView, NewHealthAlert } from '../../../contracts/api/index.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

const path = '/api/v1/health-alerts';

function refresh() {
  void queryClient.invalidateQueries({ queryKey: ['notifications'] });
  return queryClient.invalidateQueries({ queryKey: ['health-alerts'] });
}

/** Asks to be told of a failure rate or a cost. @throws {ApiProblem} 422 with the place of what does not fit. */
export async function createHealthAlert(alert: NewHealthAlert): Promise<HealthAlertView> {
  const created = await request<HealthAlertView>(path, { method: 'POST', body: alert });
  await refresh();
  return created;
}

export async function deleteHealthAlert({ id, user }: HealthAlertView): Promise<void> {
  await request<void>(`${path}/${id}?${new URLSearchParams({ user })}`, { method: 'DELETE' });
  await refresh();
}
