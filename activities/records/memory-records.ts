import type { RecordActivities } from '../../contracts/activities/index.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';

type Needs = { memory: AgentMemory; steps: StepRepository };

/** What an agent could not recall or remember though nothing of it ran to its end. */
export function createMemoryRecords({
  memory,
  steps,
}: Needs): Pick<RecordActivities, 'recordMemoryFailure'> {
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
