import { randomUUID } from 'node:crypto';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { ModelStateRepository } from '../../../db/repositories/models/model-states.ts';
import type { ModelStatuses } from './create-router.ts';

/** How often what has changed is written. */
const everyMs = 1_000;
/** How often what has not changed is written again, so that it counts as alive. */
const refreshMs = 15_000;

/**
 * Tells the API how the models stand in this worker, until it is stopped.
 * @param options.onError is told when that fails, also for one model alone; the next time tries again.
 */
export function publishModelStates(options: {
  router: ModelStatuses;
  states: ModelStateRepository;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  const { router, states, onError } = options;
  const worker = randomUUID();
  let published = new Map<string, string>();
  let refreshedAt = 0;
  let current = Promise.resolve();
  let isRunning = false;

  async function publish(): Promise<void> {
    const isDue = Date.now() - refreshedAt >= refreshMs;
    if (isDue) published = new Map();
    const statuses = await router.status(onError);
    const changed = statuses.filter(
      (status) => published.get(status.model) !== JSON.stringify(status),
    );
    const written = await Promise.allSettled(changed.map(write));
    const failed = written.find((outcome) => outcome.status === 'rejected');
    // One stands for all: they mostly fail together.
    if (failed) onError(failed.reason);
    if (!isDue) return;
    refreshedAt = Date.now();
    await states.dropStale();
  }

  /** Each model by itself: one that the database refuses must not keep the others from being seen. */
  async function write(status: ModelStatus): Promise<void> {
    await states.publish(worker, [status]);
    published.set(status.model, JSON.stringify(status));
  }

  function tick(): void {
    if (isRunning) return;
    isRunning = true;
    current = publish()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  }

  tick();
  const timer = setInterval(tick, everyMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
      await states.drop(worker).catch(onError);
    },
  };
}
