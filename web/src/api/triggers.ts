import type { FiringView, TriggerSecret, TriggerView } from '../../../contracts/api/index.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

const pathOf = (id: string) => `/api/v1/triggers/${encodeURIComponent(id)}`;

async function post<Answer>(
  id: string,
  what: 'pause' | 'resume' | 'fire' | 'secret',
  body?: object,
): Promise<Answer> {
  try {
    return await request<Answer>(`${pathOf(id)}/${what}`, {
      method: 'POST',
      ...(body && { body }),
    });
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['triggers'] });
  }
}

export const pauseTrigger = (id: string) => post<TriggerView>(id, 'pause');
export const resumeTrigger = (id: string) => post<TriggerView>(id, 'resume');

/** Fires a trigger by hand. @throws {ApiProblem} 403 for one that acts for somebody else. */
export const fireTrigger = (id: string) => post<FiringView>(id, 'fire');

/** Gives a webhook a new secret, which is shown once. The one before is good for another hour. */
export const renewSecret = (id: string) =>
  post<TriggerSecret>(id, 'secret', { keepOldMinutes: 60 });
