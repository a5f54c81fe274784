import { createBatchWriter } from '../activities/base/batch-writer.ts';
import type { KeepRequest } from '../activities/models/requests/keep-requests.ts';
import type { Database } from '../db/open.ts';
import { modelRequestRepository } from '../db/repositories/models/model-requests.ts';
import type { ModelRequestRow } from '../db/repositories/models/model-requests.ts';
import { repeat } from './repeat.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Writes requests to models soon after they end, and forgets those that are too old or too many.
 * @param options.days how long they are kept; 0 keeps none.
 * @param options.megabytes of what was said, after it was compressed and encrypted.
 * @param options.pauseMs until it forgets again @default five minutes
 */
export function openRequestRecords(options: {
  db: Database;
  days: number;
  megabytes: number;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): { keep: KeepRequest | undefined; stop(): Promise<void> } {
  const { db, days, megabytes, onError, pauseMs = 5 * 60_000 } = options;
  const requests = modelRequestRepository(db);
  const writer = createBatchWriter<ModelRequestRow>({
    put: (rows) => requests.put(rows),
    mostWaiting: 200,
    // Each is compressed and encrypted for it, up to a megabyte.
    mostAtOnce: 4,
    what: 'records of model requests',
    onError,
  });
  const forgetting = repeat({
    pauseMs,
    onError,
    async task() {
      await requests.prune(new Date(Date.now() - days * dayMs));
      await requests.pruneTo(megabytes * 2 ** 20);
    },
  });
  return {
    keep: days > 0 ? writer.note : undefined,
    async stop() {
      await forgetting.stop();
      await writer.stop();
    },
  };
}
