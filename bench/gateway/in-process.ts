import { MockActivityEnvironment } from '@temporalio/testing';
import type { TemporalClient } from '../../api/temporal/index.ts';
import type { GatewayActivities } from '../../contracts/activities/index.ts';

type Start = TemporalClient['activity']['start'];

/** What the gateway asks of Temporal, done at once in this process: nothing is durable, retried or listed. */
export function runInProcess(activities: GatewayActivities): TemporalClient {
  const running = new Map<string, Promise<void>>();
  const start: Start = async (name, { id, args = [] }) => {
    const run = activities[name as keyof GatewayActivities];
    running.set(id, new MockActivityEnvironment().run(run, args[0] as { callId: string }));
    return {} as never;
  };
  const activity = {
    start,
    getHandle: (id: string) => ({
      result: () => running.get(id)?.finally(() => running.delete(id)),
    }),
    withDeadline: (_deadline: number, call: () => Promise<unknown>) => call(),
    withAbortSignal: (_signal: AbortSignal, call: () => Promise<unknown>) => call(),
  };
  return { activity, options: { namespace: 'none' } } as unknown as TemporalClient;
}
