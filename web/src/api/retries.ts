import type { z } from 'zod';
import type {
  RetriedRuns,
  RetryForecast,
  retryRunSchema,
  retryRunsSchema,
  StartedRunView,
} from '../../../contracts/api/index.ts';
import { request } from './request.ts';

type RetryRequest = Omit<z.input<typeof retryRunSchema>, 'dryRun'>;

const pathOf = (runId: string) => `/api/v1/runs/${runId}/retry`;

/** What a retry of a run would keep and run; nothing starts. */
export function forecastRetry(runId: string, body: RetryRequest): Promise<RetryForecast> {
  return request(pathOf(runId), { method: 'POST', body: { ...body, dryRun: true } });
}

/** Starts a run that retries another. */
export function retryRun(runId: string, body: RetryRequest): Promise<StartedRunView> {
  return request(pathOf(runId), { method: 'POST', body });
}

/** Retries the runs of a filter; a dry run says which. */
export function retryRuns(body: z.input<typeof retryRunsSchema>): Promise<RetriedRuns> {
  return request('/api/v1/runs/retry', { method: 'POST', body });
}
