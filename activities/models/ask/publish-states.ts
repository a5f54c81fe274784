import { randomUUID } from 'node:crypto';
import type { ModelStatus } from '../../../contracts/api/models.ts';
import type { ModelStateRepository } from '../../../db/repositories/models/model-states.ts';
import { deployedName } from '../deployments/deployment.ts';
import type { ModelStatuses } from './create-router.ts';

/** How often what has changed is written. */
const everyMs = 1_000;
/** How often what has not changed is written again, so that it counts as alive. */
const refreshMs = 20_000;
/** How often what workers said that are gone is forgotten. */
const dropMs = 60_000;

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
  let refreshedAt = -Infinity;
  let droppedAt = -Infinity;
  let current = Promise.resolve();
  let isRunning = false;

  async function publish(): Promise<void> {
    const isDue = performance.now() - refreshedAt >= refreshMs;
    if (isDue) published = new Map();
    const statuses = await router.status(onError);
    const changed = statuses.filter(
      (status) => published.get(keyOf(status)) !== JSON.stringify(status),
    );
    await write(changed).catch((error: unknown) => writeEach(changed, error));
    if (isDue) refreshedAt = performance.now();
    if (performance.now() - droppedAt < dropMs) return;
    droppedAt = performance.now();
    await states.dropStale();
  }

  async function write(statuses: readonly ModelStatus[]): Promise<void> {
    await states.publish(worker, statuses);
    for (const status of statuses) published.set(keyOf(status), JSON.stringify(status));
  }

  /** Each model by itself: one that the database refuses must not keep the others from being seen. */
  async function writeEach(statuses: readonly ModelStatus[], problem: unknown): Promise<void> {
    onError(problem);
    if (statuses.length > 1) await Promise.allSettled(statuses.map((status) => write([status])));
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

function keyOf({ model, deployment }: ModelStatus): string {
  return deployedName(model, deployment?.name);
}
