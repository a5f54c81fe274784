import type { ToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';
import { createMemoryBus } from '../../bus/create-bus.ts';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { openDatabase } from '../../db/open.ts';
import { activityEnvironment } from '../../workers/env.ts';
import { openActivities } from '../../workers/compose/open-activities.ts';
import { keyring, sealer } from './keyring.ts';

/** What is measured asks more of a tool than a person may. */
const unlimited: ToolRateLimiter = { count: async () => undefined, quota: async () => [] };

/** What a process that is measured works with: records and bus of its own, and the activities of a worker. */
export async function openProcess(environment: Record<string, string>, databaseUrl?: string) {
  const database = await openDatabase({ sealer, ...(databaseUrl && { url: databaseUrl }) });
  const bus = createMemoryBus();
  const { activities } = await openActivities({
    environment: readEnvironment(activityEnvironment, environment),
    db: database.db,
    bus,
    keyring,
    log: () => undefined,
    rateLimiter: unlimited,
  });
  return { database, bus, activities };
}
