import type { RecordActivities } from '../../contracts/activities/index.ts';
import type { Dependencies } from '../dependencies.ts';

/** What an agent could not recall or remember though nothing of it ran to its end. */
export function createMemoryRecords({
  memory,
  steps,
}: Dependencies): Pick<RecordActivities, 'recordMemoryFailure'> {
  return {
    async recordMemoryFailure({ label, error, ...key }) {
      const earlier = await steps.get(key);
      // A try that lives on may have done it meanwhile.
      if (earlier?.status === 'completed') return;
      const attempt = earlier?.attempt ?? 1;
      await steps.start(key, { kind: 'memory', name: memory.choice, label, attempt });
      await steps.finish(key, { status: 'failed', error });
    },
  };
}
