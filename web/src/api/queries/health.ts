import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { modelListSchema, Readiness } from '../../../../contracts/api/index.ts';
import { ApiProblem, request } from '../request.ts';

/** What is missing: an answer too where the status says that something is. */
async function readReadiness(): Promise<Readiness> {
  try {
    return await request<Readiness>('/ready');
  } catch (error) {
    const answer = error instanceof ApiProblem ? error.document : undefined;
    if (answer && 'checks' in answer) return answer as unknown as Readiness;
    throw error;
  }
}

/** What Baton has at hand. */
export const healthQueries = {
  ready: () => queryOptions({ queryKey: ['ready'], queryFn: readReadiness, retry: false }),
  /** Whether the server answers at all, asked anew by whoever wants to know. */
  isThere: () =>
    queryOptions({
      queryKey: ['is-there'],
      queryFn: async () => Boolean(await readReadiness()),
      retry: false,
      gcTime: 0,
    }),
  models: () =>
    queryOptions({
      queryKey: ['models'],
      queryFn: () => request<z.infer<typeof modelListSchema>>('/api/v1/models'),
    }),
};
