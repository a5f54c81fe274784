import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CreatedShare, ShareView, shareListSchema } from '../../../contracts/api/index.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

const pathOf = (runId: string) => `/api/v1/runs/${runId}/shares`;
const keyOf = (runId: string) => ['shares', runId];

/** The links of a run, newest first. */
export const sharesOf = (runId: string) =>
  queryOptions({
    queryKey: keyOf(runId),
    queryFn: () => request<z.infer<typeof shareListSchema>>(pathOf(runId)),
  });

/** Makes a link to a run, which is shown once. */
export async function createShare(runId: string, expiresInDays: number): Promise<CreatedShare> {
  const body = { expiresInDays };
  const created = await request<CreatedShare>(pathOf(runId), { method: 'POST', body });
  await queryClient.invalidateQueries({ queryKey: keyOf(runId) });
  return created;
}

export async function revokeShare(runId: string, id: string): Promise<ShareView> {
  const revoked = await request<ShareView>(`${pathOf(runId)}/${id}`, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: keyOf(runId) });
  return revoked;
}
