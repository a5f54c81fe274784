import { Context, ApplicationFailure } from '@temporalio/activity';
import type {
  CallModelInput,
  CallModelResult,
  CallUnanswered,
  ModelActivities,
  RequestedCall,
  StepKey,
} from '../../../contracts/activities/index.ts';
import type {
  AssistantMessage,
  ToolMessage,
  Reasoning,
} from '../../../contracts/models/messages.ts';
import { toolsOfActs } from '../../../contracts/agents/act-of.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { PlanRepository } from '../../../db/repositories/runs/plans.ts';
import type { StepEnd } from '../../../db/repositories/runs/step-ends.ts';
import type { Artifacts } from '../../base/artifacts.ts';
import { handBack } from '../../base/database-away.ts';
import { planToolsOf } from '../../planning/plan-tools.ts';
import { withHeartbeat } from '../../base/heartbeat.ts';
import { untilStored } from '../../base/until-stored.ts';
import { preview } from '../../base/preview.ts';
import { requireConversation } from '../../base/require-conversation.ts';
import { createWorkClock } from '../../base/work-clock.ts';
import { interpretAnswer } from './interpret-answer.ts';
import type { Interpretation } from './interpret-answer.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../db/repositories/runs/conversations.ts';
import { askedResult, isReadResult } from './context/read-result.ts';
import type { RecordedCallNeeds } from './recorded-call.ts';
import type { EngineNeeds, Question } from './engines/engine.ts';
import type { Turn } from './turn.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { SummaryDue } from './context/summary-due.ts';
import { engines } from './engines/index.ts';
import { chainOf, createRecordedCall } from './recorded-call.ts';
import { storable, storableText } from '../../../contracts/base/text.ts';
import type { RoutedResponse } from '../router.ts';

type Needs = { artifacts: Artifacts; plans: PlanRepository } & AnswerTurnNeeds;

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Needs): ModelActivities['callModel'] {
  const { artifacts, conversations, plans, steps, tools, turns } = dependencies;
  const answerTurn = createAnswerTurn(dependencies);

  return (input) => callModel(input).catch((error: unknown) => handBack(error, input));

  async function callModel(input: CallModelInput): Promise<CallModelResult> {
    const { conversationId, turn } = input;
    const conversation = await requireConversation(conversationId, { conversations: turns });
    const { messages: before, answer: stored } = await turns.before(conversationId, turn);
    const plan = await planOf(conversation, dependencies);
    const asking = { input, conversation, before, plan };
    const clock = createWorkClock(input.leftMs);
    const asked = stored
      ? { status: 'answered' as const, message: stored, end: undefined }
      : await withHeartbeat(() => answerTurn(asking, clock), clock);
    if (asked.status !== 'answered') return { ...asked, ...clock.worked() };
    const { message, interpreted } = await withHeartbeat(
      // One that was stored before is safe.
      () => (stored ? kept(asked, asking) : untilStored(() => kept(asked, asking))),
      clock,
    );
    await conversations.append(
      conversationId,
      interpreted.observations.map(({ call, message: observation }) => ({
        turn,
        position: call + 1,
        message: observation,
      })),
    );
    const key = keyOf(input);
    const { output, refused, reads, plan: revision } = interpreted;
    const calls = await openCalls(interpreted.calls, { conversation, turn }, dependencies);
    if (revision) await plans.revise({ ...key, conversationId }, () => revision);
    return {
      status: 'answered',
      ...clock.worked(),
      preview: preview(message.text),
      calls,
      ...(revision && { plan: progressOf(revision) }),
      ...(reads > 0 && { reads }),
      ...(refused !== undefined && { refused: preview(refused) }),
      ...(output !== undefined && { output: await artifacts.bound(key, output) }),
    };
  }

  /**
   * Stores an answer and ends its step. Of two attempts that overlap the first one's answer counts, for both.
   * @param answered.end of the step; left out where the answer was stored before.
   */
  async function kept(
    { message: own, end }: { message: AssistantMessage; end: StepEnd | undefined },
    asking: Asking,
  ): Promise<Kept> {
    const { conversationId: id, turn } = asking.input;
    const key = keyOf(asking.input);
    const interpreted = await interpret(own, asking).catch(async (error: unknown) => {
      // What was paid for is on record even so.
      if (end) await turns.finish(key, end, { id, turn, answer: own });
      throw error;
    });
    const { attempt } = Context.current().info;
    if (!end) {
      const output = outputOf(own, interpreted);
      await steps.finish(key, { status: 'completed', attempt, output });
      return { message: own, interpreted };
    }
    const ended = { ...end, output: outputOf(own, interpreted) };
    if (await turns.finish(key, ended, { id, turn, answer: own })) {
      return { message: own, interpreted };
    }
    const first = (await conversations.answer(id, turn)) ?? own;
    const ofFirst = await interpret(first, asking);
    await steps.finish(key, { ...end, output: outputOf(first, ofFirst) });
    return { message: first, interpreted: ofFirst };
  }

  async function interpret(
    message: AssistantMessage,
    { input, conversation, plan }: Asking,
  ): Promise<Interpretation> {
    const results = await readResults(message, conversation, dependencies);
    const isPlanFirst = input.toolChoice === 'plan' && input.turn === 1;
    const acted = await earlierActs(conversation, dependencies);
    return interpretAnswer(message, conversation, { tools, plan, isPlanFirst, results, acted });
  }

  /** What the step's record says of an answer. */
  function outputOf({ text, toolCalls }: AssistantMessage, { refused }: Interpretation): Json {
    return {
      text: preview(text),
      calls: toolCalls.map(({ name, args }) => tools.label(name, args)),
      ...(refused !== undefined && { refused }),
    };
  }
}

/** A turn that is to be answered. */
type Asking = Omit<Turn, 'chain'>;
type Kept = { message: AssistantMessage; interpreted: Interpretation };

const keyOf = ({ runId, nodePath, step }: StepKey): StepKey => ({ runId, nodePath, step });

/** The plan of an agent that has one. */
async function planOf(
  { id, agent }: Conversation,
  { plans }: { plans: PlanRepository },
): Promise<Plan | undefined> {
  return planToolsOf(agent).length > 0 ? plans.latest(id) : undefined;
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

type Answered = { status: 'answered'; message: AssistantMessage; end: StepEnd };
type Handback = CallUnanswered | { status: 'summary_due'; through: number };

/** Has a turn answered by a model, unless turns before it have to be summarised first. */
function createAnswerTurn(dependencies: AnswerTurnNeeds) {
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
