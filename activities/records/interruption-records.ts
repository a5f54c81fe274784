import type { RecordActivities } from '../../contracts/activities/index.ts';
import { cutText, storableText } from '../../contracts/base/text.ts';
import { sealedResumption } from '../../contracts/runs/resume-claim.ts';
import type { ResumeClaim } from '../../contracts/runs/resume-claim.ts';
import type { AccessLog } from '../../db/repositories/access/access-log.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { messagePlaces } from '../../contracts/models/message-places.ts';
import type { DecisionSignatures } from '../../keys/decision-signatures.ts';

/** Refused requests of one agent that the access log tells of. */
const mostTold = 10;
const mostCharacters = 100;

/** Agents that stand still between two turns, and what they are told when they go on. */
export function createInterruptionRecords({
  accessLog,
  conversations,
  runs,
  signatures: { seals },
}: {
  accessLog: Pick<AccessLog, 'add'>;
  conversations: ConversationRepository;
  runs: RunRepository;
  signatures: Pick<DecisionSignatures, 'seals'>;
}): Pick<RecordActivities, 'recordInterruption' | 'recordResumption' | 'addInstruction'> {
  /** Whoever reaches Temporal can send the signal: it counts only as the API sends it. */
  async function refusalOf(
    claim: ResumeClaim | undefined,
  ): Promise<{ refused: string } | undefined> {
    if (!claim) return undefined;
    const { runId, workflowId, seal, refused = 0 } = claim;
    if (seal !== undefined && seals.verify(sealedResumption(claim), seal) === 'valid') {
      return undefined;
    }
    const by = cutText(storableText(claim.by), mostCharacters);
    if (refused < mostTold) {
      const detail = { why: 'signal', claims: by, agent: workflowId };
      await accessLog.add({ by: null, action: 'request.refused', target: runId, detail });
    }
    return { refused: `could not verify that it is from ${by}` };
  }

  return {
    async recordInterruption({ runId, nodePath, ...interruption }) {
      await runs.interrupt(runId, nodePath, interruption);
      await runs.settleWaiting(runId);
    },

    async recordResumption({ runId, nodePath, request }) {
      const refusal = await refusalOf(request);
      if (refusal) return refusal;
      await runs.resume(runId, nodePath);
      await runs.settleWaiting(runId);
      return undefined;
    },

    async addInstruction({ conversationId, turn, earlier, text, request }) {
      const refusal = await refusalOf(request && { ...request, instruction: text });
      if (refusal) return refusal;
      const position = messagePlaces.instruction + earlier;
      const message = { role: 'user' as const, text: storableText(text) };
      await conversations.append(conversationId, [{ turn, position, message }]);
      return undefined;
    },
  };
}
