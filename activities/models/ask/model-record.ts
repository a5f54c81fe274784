import type { ProviderError } from '../provider.ts';

const mostFailovers = 5;

type Failover = { at: number; to: string; code: string; runId?: string };

/** What last went wrong with a model, for people to look at. Times are in milliseconds. */
export function createModelRecord() {
  const last: {
    error?: { at: number; code: string; message: string };
    rateLimit?: { at: number; retryAfterMs: number | null };
    failovers: Failover[];
  } = { failovers: [] };
  return {
    failed({ kind, code, message, retryAfterMs }: ProviderError): void {
      const at = Date.now();
      last.error = { at, code, message };
      if (kind === 'rate_limited') last.rateLimit = { at, retryAfterMs: retryAfterMs ?? null };
    },
    /** Another model was asked in its place. */
    failedOver(to: string, code: string, runId?: string): void {
      const failover = { at: Date.now(), to, code, ...(runId !== undefined && { runId }) };
      last.failovers = [failover, ...last.failovers].slice(0, mostFailovers);
    },
    last: () => last,
  };
}
export type ModelRecord = ReturnType<typeof createModelRecord>;
