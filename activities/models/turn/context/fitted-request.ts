import type { CallModelInput } from '../../../../contracts/activities/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { planText } from '../../../../contracts/agents/plan.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../../../db/repositories/runs/plans.ts';
import type { StepRepository } from '../../../../db/repositories/runs/steps.ts';
import type { ToolExecutor } from '../../../tool-kit/executor.ts';
import { planNote } from '../../../planning/plan-note.ts';
import type { RoutedRequest } from '../../router.ts';
import { messagesFor, requestSettings } from '../chat-request.ts';
import { fitContext } from './fit-context.ts';
import { createMessageTokens } from './message-tokens.ts';
import { withFrame } from './outside-frame.ts';
import { isReadResult, readResultDefinition, readResultTool } from './read-result.ts';
import { correctionBy, roomForQuestion, tokensAlong } from './room.ts';
import type { LastCall } from './room.ts';
import { SummaryDue } from './summary-due.ts';

type Needed = {
  conversations: ConversationRepository;
  plans: PlanRepository;
  steps: StepRepository;
  tools: ToolExecutor;
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
 * What a model is asked at a turn, within its window; the step's record says how much it is and what was left out.
 * @param call.window in tokens.
 * @throws {SummaryDue} where turns have to be summarised first.
 */
export async function fittedRequest(
  {
    input,
    conversation,
    window,
  }: { input: CallModelInput; conversation: Conversation; window: number },
  dependencies: Needed,
): Promise<RoutedRequest> {
  const { conversationId, runId, nodePath, step, toolChoice } = input;
  const { plans, steps } = dependencies;
  const stored = await messagesFor(input, conversation, dependencies);
  const settings = requestSettings(conversation, input, dependencies);
  const along = tokensAlong(settings);
  const { maximumOutputTokens } = settings;
  const correction = correctionBy(await lastCall(input, dependencies));
  const plan = await plans.latest(conversationId);
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
  await steps.setInput({ runId, nodePath, step }, { context });
  const isShortened = referencedThrough + summarizedThrough > 0;
  const isOffered =
    isShortened && toolChoice !== 'finish' && isReadResult(conversation.agent, readResultTool);
  const tools = isOffered ? [readResultDefinition()] : [];
  return { ...settings, messages: messages.map(withFrame), tools: [...settings.tools, ...tools] };
}

/** What the provider counted of the turn before, and what that was estimated at. */
async function lastCall(
  { runId, nodePath, turn }: CallModelInput,
  { steps }: { steps: StepRepository },
): Promise<LastCall | undefined> {
  const before = await steps.get({ runId, nodePath, step: `turn-${turn - 1}` });
  const { context } = isJsonObject(before?.input) ? before.input : {};
  const { estimatedTokens } = isJsonObject(context) ? context : {};
  if (typeof estimatedTokens !== 'number') return undefined;
  return { estimatedTokens, countedTokens: before?.inputTokens ?? 0 };
}
