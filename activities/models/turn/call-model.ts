import { Context } from '@temporalio/activity';
import type {
  CallModelInput,
  CallModelResult,
  ModelActivities,
  PlanDue,
  RequestedCall,
} from '../../../contracts/activities/index.ts';
import { stepKeyText } from '../../../contracts/activities/index.ts';
import type { AssistantMessage, ToolMessage } from '../../../contracts/models/messages.ts';
import { toolsOfActs } from '../../../contracts/agents/act-of.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { ApprovalRepository } from '../../../db/repositories/runs/approvals.ts';
import type { PlanRepository } from '../../../db/repositories/runs/plans.ts';
import type { StepEnd } from '../../../db/repositories/runs/step-ends.ts';
import type { Artifacts } from '../../base/artifacts.ts';
import { handBack } from '../../base/database-away.ts';
import type { PlanStanding } from '../../planning/plan-approval.ts';
import { planStanding, rejectionNote } from '../../planning/plan-approval.ts';
import { planToolsOf } from '../../planning/plan-tools.ts';
import { createFlights } from '../../base/flights.ts';
import { withHeartbeat } from '../../base/heartbeat.ts';
import { untilStored } from '../../base/until-stored.ts';
import { preview } from '../../base/preview.ts';
import { requireConversation } from '../../base/require-conversation.ts';
import { createWorkClock } from '../../base/work-clock.ts';
import type { WorkClock } from '../../base/work-clock.ts';
import { createAnswerTurn, keyOf } from './answer-turn.ts';
import type { AnswerTurnNeeds, Asking } from './answer-turn.ts';
import { interpretAnswer } from './interpret-answer.ts';
import type { Interpretation } from './interpretation.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../db/repositories/runs/conversations.ts';
import { askedResult, isReadResult } from './context/read-result.ts';

type Needs = {
  approvals: Pick<ApprovalRepository, 'ofHash'>;
  artifacts: Artifacts;
  plans: PlanRepository;
} & AnswerTurnNeeds;

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Needs): ModelActivities['callModel'] {
  const { artifacts, conversations, plans, steps, tools, turns } = dependencies;
  const answerTurn = createAnswerTurn(dependencies);
  const fly = createFlights<Flown>();

  return (input) => callModel(input).catch((error: unknown) => handBack(error, input));

  async function callModel(input: CallModelInput): Promise<CallModelResult> {
    const { conversationId, turn } = input;
    const key = keyOf(input);
    const clock = createWorkClock(input.leftMs);
    const flown = await fly(
      stepKeyText(key),
      () => answered(input, clock),
      (flight) => {
        clock.start();
        return withHeartbeat(() => flight, clock);
      },
    );
    if (flown.status !== 'answered') return { ...flown, ...clock.worked() };
    const { conversation, message, interpreted } = flown;
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

  /** Asks for an answer that no record has, and stores it. */
  async function answered(input: CallModelInput, clock: WorkClock): Promise<Flown> {
    const { conversationId, turn } = input;
    const conversation = await requireConversation(conversationId, { conversations: turns });
    const { messages: before, answer: stored } = await turns.before(conversationId, turn);
    const plan = await planOf(conversation, dependencies);
    const standing = await planStanding(conversation, plan, dependencies);
    const asking = { input: planFirst(input, standing, conversation), conversation, before, plan };
    if (stored) {
      const answer = { message: stored, end: undefined };
      return { ...(await withHeartbeat(() => kept(answer, asking), clock)), conversation };
    }
    if (standing.is === 'due') return standing.due;
    const rejection =
      standing.is === 'rejected'
        ? rejectionNote(conversation, standing, { isLast: input.toolChoice === 'finish' })
        : undefined;
    const asked = await withHeartbeat(() => answerTurn({ ...asking, rejection }, clock), clock);
    if (asked.status !== 'answered') return asked;
    const answer = await withHeartbeat(() => untilStored(() => kept(asked, asking)), clock);
    return { ...answer, conversation };
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
      return { status: 'answered', message: own, interpreted };
    }
    const ended = { ...end, output: outputOf(own, interpreted) };
    if (await turns.finish(key, ended, { id, turn, answer: own })) {
      return { status: 'answered', message: own, interpreted };
    }
    const first = (await conversations.answer(id, turn)) ?? own;
    const ofFirst = await interpret(first, asking);
    await steps.finish(key, { ...end, output: outputOf(first, ofFirst) });
    return { status: 'answered', message: first, interpreted: ofFirst };
  }

  async function interpret(
    message: AssistantMessage,
    { input, conversation, plan }: Asking,
  ): Promise<Interpretation> {
    const results = await readResults(message, conversation, dependencies);
    const isPlanFirst = input.toolChoice === 'plan' && input.turn === 1;
    const acted = await earlierActs(conversation, dependencies);
    const around = { tools, plan, isPlanFirst, results, acted };
    const free = interpretAnswer(message, conversation, around);
    const standing = await planStanding(conversation, free.plan ?? plan, dependencies);
    if (standing.is === 'free' || standing.is === 'approved') return free;
    const isLast = input.toolChoice === 'finish';
    return interpretAnswer(message, conversation, { ...around, isHeld: true, isLast });
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

type Kept = { status: 'answered'; message: AssistantMessage; interpreted: Interpretation };
/** What a model was asked for and came to, on record. */
type Flown =
  | (Kept & { conversation: Conversation })
  | PlanDue
  | Exclude<Awaited<ReturnType<ReturnType<typeof createAnswerTurn>>>, { status: 'answered' }>;

/** A model whose plan a person has to approve, and that has none which can be, sets one first; its last turn is for its result. */
function planFirst(
  input: CallModelInput,
  { is }: PlanStanding,
  { agent: { planning, limits } }: Conversation,
): CallModelInput {
  const isOwed = planning === 'model' && (is === 'none' || is === 'rejected');
  return isOwed && input.turn < limits.turns ? { ...input, toolChoice: 'plan' } : input;
}

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
