import type { RecordActivities } from '../../contracts/activities/index.ts';
import { storableText } from '../../contracts/base/text.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { messagePlaces } from '../../contracts/models/message-places.ts';

/** Agents that stand still between two turns, and what they are told when they go on. */
export function createInterruptionRecords({
  conversations,
  runs,
}: {
  conversations: ConversationRepository;
  runs: RunRepository;
}): Pick<RecordActivities, 'recordInterruption' | 'recordResumption' | 'addInstruction'> {
  return {
    async recordInterruption({ runId, nodePath, ...interruption }) {
      await runs.interrupt(runId, nodePath, interruption);
      await runs.settleWaiting(runId);
    },

    async recordResumption({ runId, nodePath }) {
      await runs.resume(runId, nodePath);
      await runs.settleWaiting(runId);
    },

    async addInstruction({ conversationId, turn, earlier, text }) {
      const position = messagePlaces.instruction + earlier;
      const message = { role: 'user' as const, text: storableText(text) };
      await conversations.append(conversationId, [{ turn, position, message }]);
    },
  };
}
