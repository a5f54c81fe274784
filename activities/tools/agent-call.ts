import { ApplicationFailure } from '@temporalio/activity';
import type { RunToolInput } from '../../contracts/activities/index.ts';
import { deliveredAct } from '../../contracts/agents/act-of.ts';
import type { DeliveredAct } from '../../contracts/agents/act-of.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ToolCall } from '../../contracts/models/messages.ts';
import { joinTaints } from '../../contracts/tools/taint.ts';
import { defaultSideEffects } from '../../contracts/tools/side-effects.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../db/repositories/runs/conversations.ts';
import type { TurnRepository } from '../../db/repositories/runs/turns.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { requireConversation } from '../base/require-conversation.ts';
import { callHash } from '../tool-kit/agent-asking.ts';
import type { AgentAsking, DecidedCall } from '../tool-kit/agent-asking.ts';
import { decidedCall } from './decided-call.ts';

type Needed = {
  approvals: ApprovalRepository;
  conversations: Pick<ConversationRepository, 'answer' | 'get'> & Pick<TurnRepository, 'taint'>;
  tools: ToolExecutor;
};

/** A call that a model asked for, with all that decides whether and how it is made. */
export type AgentCall = {
  requested: ToolCall;
  /** The result that the call carries out, where it is one. */
  delivered: DeliveredAct | undefined;
  conversation: Conversation;
  /** What is called with: what the model asked for, or what a person approved in place of that. */
  args: Json;
  asking: AgentAsking;
};

type Place = Exclude<RunToolInput['args'], { value: Json }>;

/**
 * The call of a model's answer.
 * @throws `CallNotFound`, not retryable.
 */
export async function requestedCall(
  { conversationId, turn, call }: Place,
  { conversations }: { conversations: Pick<ConversationRepository, 'answer'> },
): Promise<ToolCall> {
  const answer = await conversations.answer(conversationId, turn);
  const requested = answer?.toolCalls[call];
  if (requested) return requested;
  throw ApplicationFailure.nonRetryable(
    `${conversationId} has no call ${call} in turn ${turn}`,
    'CallNotFound',
  );
}

/** The tool of a model's call and its arguments; of a result that is an act, those of the act. */
export async function calledTool(
  place: Place,
  dependencies: { conversations: Pick<ConversationRepository, 'answer' | 'get'> },
): Promise<{ tool: string; args: Json }> {
  const requested = await requestedCall(place, dependencies);
  const { agent } = await requireConversation(place.conversationId, dependencies);
  const delivered = deliveredAct(agent, requested);
  if (!delivered) return { tool: requested.name, args: requested.args };
  return { tool: delivered.act.tool, args: delivered.args };
}

/**
 * Reads a call of an agent from the records: what it had read from outside when it asked is looked up there too, and
 * not only believed. What other calls of the same answer bring changes nothing about this one, which may wait for long.
 * @returns undefined where no agent asks.
 */
export async function readAgentCall(
  input: RunToolInput,
  dependencies: Needed,
): Promise<AgentCall | undefined> {
  const { args: place } = input;
  if ('value' in place) return undefined;
  const { conversations, tools } = dependencies;
  const requested = await requestedCall(place, dependencies);
  const conversation = await requireConversation(place.conversationId, dependencies);
  const delivered = deliveredAct(conversation.agent, requested);
  const askedArgs = delivered?.args ?? requested.args;
  const { policy, alwaysAsk = [] } = termsOf(conversation);
  const taint = joinTaints(
    await conversations.taint(place.conversationId, place.turn),
    input.outside,
  );
  const always = alwaysAsk.some((name) => name === input.tool || name.startsWith(`${input.tool}@`));
  const isAsked = always || tools.find(input.tool)?.sideEffect === true;
  const approval = isAsked ? await decided(input, askedArgs, dependencies) : undefined;
  const args = approval?.status === 'approved' ? approval.editedArgs : null;
  return {
    requested,
    delivered,
    conversation,
    args: args ?? askedArgs,
    asking: { policy, taint, ...(always && { always }), ...(approval && { approval }) },
  };
}

function termsOf({ agent }: Conversation): NonNullable<Conversation['agent']['sideEffects']> {
  return (
    agent.sideEffects ?? { ...defaultSideEffects, approvers: [...defaultSideEffects.approvers] }
  );
}

/** What a person decided on the call; where nobody was asked yet, what one declined before word for word. */
async function decided(
  input: RunToolInput,
  args: Json,
  dependencies: { approvals: ApprovalRepository },
): Promise<DecidedCall | undefined> {
  const { runId, nodePath, tool, approvalId } = input;
  if (approvalId !== undefined) return decidedCall(input, args, dependencies);
  const same = { nodePath, hash: callHash(tool, args) };
  const row = await dependencies.approvals.declined(runId, same);
  if (!row) return undefined;
  const { id, status, decidedBy: by, comment, hash, editedArgs } = row;
  return { id, status, by, comment, hash, askedArgs: args, editedArgs };
}
