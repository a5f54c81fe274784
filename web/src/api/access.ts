import type { z } from 'zod';
import type {
  apiKeySchema,
  createdApiKeySchema,
  meSchema,
  newApiKeySchema,
  sessionSchema,
} from '../../../contracts/api/index.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

export type Me = z.infer<typeof meSchema>;
export type ApiKey = z.infer<typeof apiKeySchema>;
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
export type NewApiKey = z.input<typeof newApiKeySchema>;
export type Session = z.infer<typeof sessionSchema>;

/** @returns the key with its secret, which nobody can read again. */
export async function createKey(key: NewApiKey): Promise<CreatedApiKey> {
  const created = await request<CreatedApiKey>('/api/v1/keys', { method: 'POST', body: key });
  await queryClient.invalidateQueries({ queryKey: ['keys'] });
  return created;
}

/** Ends a key, and the sessions that it opened, at once. */
export async function revokeKey(id: string): Promise<void> {
  await request<ApiKey>(`/api/v1/keys/${id}`, { method: 'DELETE' });
  for (const queryKey of [['keys'], ['sessions']]) {
    await queryClient.invalidateQueries({ queryKey });
  }
}

/** Ends a session at once. */
export async function endSession(id: string): Promise<void> {
  await request<Session>(`/api/v1/sessions/${id}`, { method: 'DELETE' });
  await queryClient.invalidateQueries({ queryKey: ['sessions'] });
}
