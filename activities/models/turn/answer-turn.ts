import { ApplicationFailure, Context } from '@temporalio/activity';
import type { CallUnanswered, StepKey } from '../../../contracts/activities/index.ts';
import { storable, storableText } from '../../../contracts/base/text.ts';
import type { AssistantMessage, Reasoning } from '../../../contracts/models/messages.ts';
import type { StepEnd } from '../../../db/repositories/runs/step-ends.ts';
import { untilStored } from '../../base/until-stored.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import type { RoutedResponse } from '../router.ts';
import { SummaryDue } from './context/summary-due.ts';
import type { EngineNeeds, Question } from './engines/engine.ts';
import { engines } from './engines/index.ts';
import { chainOf, createRecordedCall } from './recorded-call.ts';
import type { RecordedCallNeeds } from './recorded-call.ts';
import type { Turn } from './turn.ts';

export type AnswerTurnNeeds = RecordedCallNeeds & EngineNeeds;

/** A turn that is to be answered. */
export type Asking = Omit<Turn, 'chain'>;
type Answered = { status: 'answered'; message: AssistantMessage; end: StepEnd };
type Handback = CallUnanswered | { status: 'summary_due'; through: number };

/** The key of the step that a call is recorded as. */
export const keyOf = ({ runId, nodePath, step }: StepKey): StepKey => ({ runId, nodePath, step });

/** Has a turn answered by a model, unless turns before it have to be summarised first. */
export function createAnswerTurn(dependencies: AnswerTurnNeeds) {
  const { steps } = dependencies;
  const recordedCall = createRecordedCall(dependencies);

  return async function answerTurn(asking: Asking, clock: WorkClock): Promise<Answered | Handback> {
    const { input, conversation } = asking;
    const { turn, waitingSince, givesUpAt } = input;
    const key = keyOf(input);
    const { agent, settings } = conversation;
    const chain = chainOf(conversation, dependencies);
    const label = `turn ${turn} · model call`;
    let question: Question;
    try {
      question = await engines[agent.engine]({ ...asking, chain }, dependencies);
    } catch (error) {
      if (!(error instanceof SummaryDue)) throw error;
      const { attempt } = Context.current().info;
      await steps.start(key, { kind: 'model', name: chain[0] ?? '', label, attempt });
      await steps.wait(key, error.message, attempt);
      return { status: 'summary_due', through: error.through };
    }
    const call = { key, turn, label, input: question.input, request: question.request };
    const about = { ...call, conversation, clock, waitingSince, givesUpAt };
    const asked = await recordedCall(about, question.ask);
    if (asked.status !== 'answered') return asked;
    const { answer, end } = asked;
    if (answer.finish === 'content_filter') {
      await untilStored(() => steps.finish(key, end));
      throw declined(answer);
    }
    const message = assistantMessage(answer, { isText: settings.schema === undefined });
    return { status: 'answered', message, end };
  };
}

function declined({ model }: RoutedResponse): ApplicationFailure {
  const message = `${model} declined to answer. Change the task or the agent's models.`;
  return ApplicationFailure.nonRetryable(message, 'ContentFilter');
}

/**
 * The answer as it is kept, with all that its provider wants back. What the database refuses is replaced.
 * @param options.isText whether people read the text as it is: one that was cut says so then.
 */
function assistantMessage(
  { text, toolCalls, finish, model, reasoning, responseId }: RoutedResponse,
  { isText }: { isText: boolean },
): AssistantMessage {
  const isCut = isText && finish === 'length' && toolCalls.length === 0;
  const kept = isCut ? `${text}\n\n(cut at the model's output token limit)` : text;
  return {
    role: 'assistant',
    text: storableText(kept),
    toolCalls: toolCalls.map((toolCall) => storable(toolCall)),
    ...(reasoning && { reasoning: reasoning.map(storableReasoning) }),
    model,
    ...(responseId !== undefined && { responseId: storableText(responseId) }),
  };
}

function storableReasoning({ text, opaque }: Reasoning): Reasoning {
  return { text: storableText(text), ...(opaque && { opaque: storable(opaque) }) };
}
