import type { z } from 'zod';
import type {
  ExampleView,
  newExampleSchema,
  RequestView,
  requestListSchema,
} from '../../../contracts/api/index.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** Keeps a request with its expected answer for evaluation. */
export async function keepExample(example: z.input<typeof newExampleSchema>): Promise<ExampleView> {
  const kept = await request<ExampleView>('/api/v1/examples', { method: 'POST', body: example });
  await queryClient.invalidateQueries({ queryKey: ['examples'] });
  return kept;
}

export async function deleteExample(id: string): Promise<void> {
  await request(`/api/v1/examples/${encodeURIComponent(id)}`, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: ['examples'] });
}

/** The record of a call of the gateway; undefined until it is written, a moment after its end. */
export async function requestOfCall(callId: string): Promise<RequestView | undefined> {
  const path = `/api/v1/requests?limit=1&call=${encodeURIComponent(callId)}`;
  const { items } = await request<z.infer<typeof requestListSchema>>(path);
  return items[0];
}
