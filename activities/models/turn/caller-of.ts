import { stepKeyText } from '../../../contracts/activities/index.ts';
import type { StepKey } from '../../../contracts/activities/index.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import type { RunRepository } from '../../../db/repositories/runs/runs.ts';
import type { Caller } from '../../base/caller.ts';

/** Who asks in a conversation and who pays: the run, the agent, and the agents that delegated to it. */
export async function callerOf(
  key: StepKey,
  { agent, budgets }: Pick<Conversation, 'budgets'> & Partial<Pick<Conversation, 'agent'>>,
  { runs }: { runs: RunRepository },
): Promise<Caller> {
  const { runId, nodePath } = key;
  const { user, priority, budget } = await runs.terms(runId);
  const ofRun = budget ? [{ ...budget, account: `run:${runId}` }] : [];
  return {
    callId: stepKeyText(key),
    source: 'run',
    user,
    priority,
    runId,
    nodePath,
    ...(agent && { agent: agent.name }),
    budgets: [...ofRun, ...budgets],
  };
}
