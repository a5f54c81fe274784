import type { CallModelInput } from '../../../../contracts/activities/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { planText } from '../../../../contracts/agents/plan.ts';
import type { ConversationRepository } from '../../../../db/repositories/runs/conversations.ts';
import type { TurnRepository } from '../../../../db/repositories/runs/turns.ts';
import type { ToolExecutor } from '../../../tool-kit/executor.ts';
import { planNote } from '../../../planning/plan-note.ts';
import type { RoutedRequest } from '../../router.ts';
import { messagesFor, requestSettings } from '../chat-request.ts';
import { fitContext } from './fit-context.ts';
import { withFrame } from './taint-frame.ts';
import { isReadResult, readResultDefinition, readResultTool } from './read-result.ts';
import { SummaryDue } from './summary-due.ts';
import type { Turn } from '../turn.ts';
import { estimateInputTokens } from '../../../../contracts/models/estimate-tokens.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';

/** Messages whose tokens are remembered; those of a long conversation are asked for at every turn. */
const mostRemembered = 20_000;

/** What a text is known by: two of one length that begin and end alike are nearly always of as many tokens. */
const sampleCharacters = 64;

/** About how many tokens messages are, one by one, each looked at once. */
export function createMessageTokens(): (message: ChatMessage) => number {
  const known = new Map<string, number>();
  /** What a worker keeps of a conversation are the same messages at each turn. */
  const kept = new WeakMap<ChatMessage, number>();
  return (message) => {
    const tokens = kept.get(message) ?? count(message);
    kept.set(message, tokens);
    return tokens;
  };

  function count(message: ChatMessage): number {
    const key = keyOf(message);
    const tokens = known.get(key) ?? estimateInputTokens({ messages: [message], tools: [] });
    if (known.size >= mostRemembered) known.clear();
    known.set(key, tokens);
    return tokens;
  }
}

function keyOf(message: ChatMessage): string {
  const { role, text } = message;
  const around = `${text.slice(0, sampleCharacters)}…${text.slice(-sampleCharacters)}`;
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls) : '';
  const thoughts = message.role === 'assistant' ? (message.reasoning ?? []) : [];
  const thought = thoughts.map((piece) => piece.text.length).join(' ');
  return [role, text.length, around, calls.length, calls.slice(0, sampleCharacters), thought].join(
    '|',
  );
}

/** What an answer is given of the window where nobody limits it. */
const answerTokens = 16_000;

/** The answer has at most this part of a window, and the question at most this part of what is left. */
const mostOfAnswer = 1 / 4;
const mostOfQuestion = 0.95;

/** How far a count of the provider's is followed; one below `nothing` is not of the whole question. */
const believed = { nothing: 0.5, least: 0.8, most: 3 };

/** What the last call of a conversation was estimated at, and what its provider counted. */
type LastCall = { estimatedTokens: number; countedTokens: number };

/** How the provider's count compares to our estimate. */
export function correctionBy(last: LastCall | undefined): number {
  if (!last || last.estimatedTokens <= 0 || last.countedTokens <= 0) return 1;
  const ratio = last.countedTokens / last.estimatedTokens;
  if (ratio < believed.nothing) return 1;
  return Math.min(believed.most, Math.max(believed.least, ratio));
}

/** About how many tokens go along with the messages. */
function tokensAlong({ tools, responseFormat }: Omit<RoutedRequest, 'messages'>): number {
  const forms = { tools, ...(responseFormat && { responseFormat }) };
  return estimateInputTokens({ messages: [], ...forms });
}

/**
 * How many tokens, as we estimate them, a question may have, so that its answer has room too.
 * @param call.window in tokens.
 */
export function roomForQuestion(call: {
  window: number;
  maximumOutputTokens: number | undefined;
  correction: number;
}): number {
  const { window, maximumOutputTokens = answerTokens, correction } = call;
  const answer = Math.min(maximumOutputTokens, window * mostOfAnswer);
  return Math.floor(((window - answer) * mostOfQuestion) / correction);
}

type Needed = {
  conversations: ConversationRepository;
  tools: ToolExecutor;
  turns: TurnRepository;
};

/** What a step's record says of a question: in tokens, and the last turns that were shortened. */
type RecordedContext = {
  estimatedTokens: number;
  window: number;
  referencedThrough?: number;
  summarizedThrough?: number;
};

/** Of all conversations of this process. */
const tokensOf = createMessageTokens();

/**
 * What a model is asked at a turn, within its window, with what the step's record is to say of it: how much it is, and
 * what was left out.
 * @param turn.window in tokens.
 * @throws {SummaryDue} where turns have to be summarised first.
 */
export async function fittedRequest(
  turn: Turn & { window: number },
  dependencies: Needed,
): Promise<{ request: RoutedRequest; context: RecordedContext }> {
  const { input, conversation, plan, window } = turn;
  const stored = await messagesFor(turn, dependencies);
  const settings = requestSettings(turn, dependencies);
  const along = tokensAlong(settings);
  const { maximumOutputTokens } = settings;
  const correction = correctionBy(await lastCall(input, dependencies));
  const fit = fitContext({
    stored,
    ...(plan && { note: { text: planNote(plan), plan: planText(plan) } }),
    room: roomForQuestion({ window, maximumOutputTokens, correction }) - along,
    tokensOf: (message) => tokensOf(withFrame(message)),
  });
  if ('summarizeThrough' in fit) throw new SummaryDue(fit.summarizeThrough);
  const { messages, tokens, referencedThrough, summarizedThrough } = fit;
  const context: RecordedContext = {
    estimatedTokens: tokens + along,
    window,
    ...(referencedThrough > 0 && { referencedThrough }),
    ...(summarizedThrough > 0 && { summarizedThrough }),
  };
  const isShortened = referencedThrough + summarizedThrough > 0;
  const isOffered =
    isShortened &&
    input.toolChoice !== 'finish' &&
    isReadResult(conversation.agent, readResultTool);
  const tools = isOffered ? [readResultDefinition()] : [];
  return {
    request: {
      ...settings,
      messages: messages.map(withFrame),
      tools: [...settings.tools, ...tools],
    },
    context,
  };
}

/** What the provider counted of the turn before, and what that was estimated at. */
async function lastCall(
  { conversationId, runId, nodePath, turn }: CallModelInput,
  { turns }: { turns: TurnRepository },
): Promise<LastCall | undefined> {
  const last = turn - 1;
  const before = await turns.asked(conversationId, last, { runId, nodePath, step: `turn-${last}` });
  const { context } = isJsonObject(before?.input) ? before.input : {};
  const { estimatedTokens } = isJsonObject(context) ? context : {};
  if (typeof estimatedTokens !== 'number') return undefined;
  return { estimatedTokens, countedTokens: before?.inputTokens ?? 0 };
}
