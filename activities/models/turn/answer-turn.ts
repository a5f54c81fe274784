import { Context } from '@temporalio/activity';
import type { CallModelInput, CallUnanswered } from '../../../contracts/activities/index.ts';
import type { AssistantMessage } from '../../../contracts/models/messages.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import type { RecordedCallNeeds } from './recorded-call.ts';
import type { EngineNeeds } from './engines/engine.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { SummaryDue } from './context/summary-due.ts';
import { engines } from './engines/index.ts';
import { assistantMessage } from './assistant-message.ts';
import { createRecordedCall } from './recorded-call.ts';

export type AnswerTurnNeeds = RecordedCallNeeds & EngineNeeds;

type Answered = { status: 'answered'; message: AssistantMessage };
type Handback = CallUnanswered | { status: 'summary_due'; through: number };

/** Has a turn answered by a model, unless turns before it have to be summarised first. */
export function createAnswerTurn(dependencies: AnswerTurnNeeds) {
  const { steps } = dependencies;
  const recordedCall = createRecordedCall(dependencies);

  return async function answerTurn(
    input: CallModelInput,
    conversation: Conversation,
    clock: WorkClock,
  ): Promise<Answered | Handback> {
    const { runId, nodePath, step, turn } = input;
    const key = { runId, nodePath, step };
    const { agent, settings } = conversation;
    const about = { key, turn, label: `turn ${turn} · model call`, conversation, clock };
    try {
      const asked = await recordedCall(about, (terms) =>
        engines[agent.engine]({ input, conversation, ...terms }, dependencies),
      );
      if (asked.status !== 'answered') return asked;
      const message = assistantMessage(asked.answer, { isText: settings.schema === undefined });
      return { status: 'answered', message };
    } catch (error) {
      if (!(error instanceof SummaryDue)) throw error;
      await steps.wait(key, error.message, Context.current().info.attempt);
      return { status: 'summary_due', through: error.through };
    }
  };
}
