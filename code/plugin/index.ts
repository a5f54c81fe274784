import type { WorkerPlugin } from '@temporalio/worker';
import { createActivities } from './activities.ts';

type WorkerOptions = Parameters<NonNullable<WorkerPlugin['configureWorker']>>[0];

/**
 * For a Temporal worker of one's own: its workflows then call `runPipeline` and `runAgent` of `baton/workflow`.
 * It adds activities to the worker, which ask Baton's API with the key. A run has the rights of the key, and no others.
 */
export class BatonPlugin implements WorkerPlugin {
  readonly name = 'baton';
  readonly #activities: ReturnType<typeof createActivities>;

  /**
   * @param options.url where Baton is. @default `BATON_URL`, else `http://127.0.0.1:3000`
   * @param options.key an API key, which stays in this process. @default `BATON_API_KEY`
   */
  constructor(options: { url?: string; key?: string } = {}) {
    const { BATON_URL, BATON_API_KEY } = process.env;
    const { url = BATON_URL ?? 'http://127.0.0.1:3000', key = BATON_API_KEY } = options;
    if (!key) {
      throw new TypeError(
        'BatonPlugin needs an API key: give it as key, or set BATON_API_KEY. `npx baton keys create` makes one.',
      );
    }
    this.#activities = createActivities({ url, key });
  }

  configureWorker(options: WorkerOptions): WorkerOptions {
    return { ...options, activities: { ...options.activities, ...this.#activities } };
  }
}
