import { Context, ApplicationFailure } from '@temporalio/activity';
import type {
  ModelActivities,
  CallModelInput,
  CallModelResult,
  CallUnanswered,
  RequestedCall,
} from '../../../contracts/activities/index.ts';
import type {
  AssistantMessage,
  ToolMessage,
  Reasoning,
} from '../../../contracts/models/messages.ts';
import { toolsOfActs } from '../../../contracts/agents/act-of.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { Artifacts } from '../../base/artifacts.ts';
import { handBack } from '../../base/database-away.ts';
import { withHeartbeat } from '../../base/heartbeat.ts';
import { preview } from '../../base/preview.ts';
import { requireConversation } from '../../base/require-conversation.ts';
import { createWorkClock } from '../../base/work-clock.ts';
import { interpretAnswer } from './interpret-answer.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../db/repositories/runs/conversations.ts';
import { askedResult, isReadResult } from './context/read-result.ts';
import type { RecordedCallNeeds } from './recorded-call.ts';
import type { EngineNeeds } from './engines/engine.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { SummaryDue } from './context/summary-due.ts';
import { engines } from './engines/index.ts';
import { createRecordedCall } from './recorded-call.ts';
import { storable, storableText } from '../../../contracts/base/text.ts';
import type { RoutedResponse } from '../router.ts';

type Needs = { artifacts: Artifacts } & AnswerTurnNeeds;

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Needs): ModelActivities['callModel'] {
  const { artifacts, conversations, plans, steps, tools } = dependencies;
  const answerTurn = createAnswerTurn(dependencies);

  return (input) => callModel(input).catch((error: unknown) => handBack(error, input));

  async function callModel(input: CallModelInput): Promise<CallModelResult> {
    const { conversationId, turn, toolChoice, runId, nodePath, step } = input;
    const key = { runId, nodePath, step };
    const conversation = await requireConversation(conversationId, dependencies);
    const stored = await conversations.answer(conversationId, turn);
    const clock = createWorkClock(input.leftMs);
    const asked = stored
      ? { status: 'answered' as const, message: stored }
      : await withHeartbeat(() => answerTurn(input, conversation, clock), clock);
    if (asked.status !== 'answered') return { ...asked, ...clock.worked() };
    const message = await kept(conversationId, turn, asked.message);
    const plan = await plans.latest(conversationId);
    const results = await readResults(message, conversation, dependencies);
    const isPlanFirst = toolChoice === 'plan' && turn === 1;
    const acted = await earlierActs(conversation, dependencies);
    const around = { tools, plan, isPlanFirst, results, acted };
    const interpreted = interpretAnswer(message, conversation, around);
    await conversations.append(
      conversationId,
      interpreted.observations.map(({ call, message: observation }) => ({
        turn,
        position: call + 1,
        message: observation,
      })),
    );
    const { output, refused, reads, plan: revision } = interpreted;
    const calls = await openCalls(interpreted.calls, { conversation, turn }, dependencies);
    if (revision) await plans.revise({ ...key, conversationId }, () => revision);
    const text = preview(message.text);
    await steps.finish(key, {
      status: 'completed',
      attempt: Context.current().info.attempt,
      output: {
        text,
        calls: message.toolCalls.map(({ name, args }) => tools.label(name, args)),
        ...(refused !== undefined && { refused }),
      },
    });
    return {
      status: 'answered',
      ...clock.worked(),
      preview: text,
      calls,
      ...(revision && { plan: progressOf(revision) }),
      ...(reads > 0 && { reads }),
      ...(refused !== undefined && { refused: preview(refused) }),
      ...(output !== undefined && { output: await artifacts.bound(key, output) }),
    };
  }

  /** Stores an answer. Of two attempts that overlap the first one's answer counts, for both. */
  async function kept(
    conversationId: string,
    turn: number,
    message: AssistantMessage,
  ): Promise<AssistantMessage> {
    await conversations.append(conversationId, [{ turn, position: 0, message }]);
    return (await conversations.answer(conversationId, turn)) ?? message;
  }
}

/** The calls of a turn that are to be made: where a conversation goes on, some of them may have been answered before. */
async function openCalls(
  calls: RequestedCall[],
  { conversation: { id, continues }, turn }: { conversation: Conversation; turn: number },
  { conversations }: { conversations: ConversationRepository },
): Promise<RequestedCall[]> {
  if (continues === null) return calls;
  const results = await Promise.all(
    calls.map(({ call }) => conversations.messageAt(id, turn, call + 1)),
  );
  return calls.filter(({ delivers }, index) => delivers ?? results[index] === undefined);
}

function progressOf({ steps }: Plan): { done: number; steps: number } {
  return { done: steps.filter(({ status }) => status === 'done').length, steps: steps.length };
}

/** The whole results that an answer's calls of `read_result` ask for, by the call. */
async function readResults(
  { toolCalls }: Pick<AssistantMessage, 'toolCalls'>,
  { id, agent }: Conversation,
  { conversations }: { conversations: ConversationRepository },
): Promise<Map<number, ToolMessage>> {
  const results = new Map<number, ToolMessage>();
  for (const [at, { name, args }] of toolCalls.entries()) {
    const asked = isReadResult(agent, name) ? askedResult(args) : undefined;
    const stored = asked && (await conversations.messageAt(id, asked.turn, asked.call + 1));
    if (stored?.role === 'tool') results.set(at, stored);
  }
  return results;
}

/** What the tools that carry out results have given in a conversation whose model called them itself, by their names. */
async function earlierActs(
  { id, agent }: Conversation,
  { conversations }: { conversations: ConversationRepository },
): Promise<Map<string, Json>> {
  const acts = toolsOfActs(agent);
  if (acts.size === 0) return new Map();
  const messages = (await conversations.messages(id)).map(({ message }) => message);
  return new Map(
    messages.flatMap((message) =>
      message.role === 'tool' && acts.has(message.name) && !message.isError
        ? [[message.name, JSON.parse(message.text) as Json] as const]
        : [],
    ),
  );
}

type AnswerTurnNeeds = RecordedCallNeeds & EngineNeeds;

type Answered = { status: 'answered'; message: AssistantMessage };
type Handback = CallUnanswered | { status: 'summary_due'; through: number };

/** Has a turn answered by a model, unless turns before it have to be summarised first. */
function createAnswerTurn(dependencies: AnswerTurnNeeds) {
  const { steps } = dependencies;
  const recordedCall = createRecordedCall(dependencies);

  return async function answerTurn(
    input: CallModelInput,
    conversation: Conversation,
    clock: WorkClock,
  ): Promise<Answered | Handback> {
    const { runId, nodePath, step, turn, waitingSince } = input;
    const key = { runId, nodePath, step };
    const { agent, settings } = conversation;
    const label = `turn ${turn} · model call`;
    const about = { key, turn, label, conversation, clock, waitingSince };
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

/**
 * The answer as it is kept, with all that its provider wants back. What the database refuses is replaced.
 * @param options.isText whether people read the text as it is: one that was cut says so then.
 * @throws `ContentFilter`: a refusal is no answer.
 */
function assistantMessage(
  { text, toolCalls, finish, model, reasoning, responseId }: RoutedResponse,
  { isText }: { isText: boolean },
): AssistantMessage {
  if (finish === 'content_filter') {
    throw ApplicationFailure.nonRetryable(
      `${model} declined to answer. Change the task or the agent's models.`,
      'ContentFilter',
    );
  }
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
