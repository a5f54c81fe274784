import type { CallModelInput } from '../../../contracts/activities/index.ts';
import type {
  Conversation,
  ConversationRepository,
  StoredMessage,
} from '../../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../../db/repositories/runs/plans.ts';
import type { ToolExecutor } from '../../tool-kit/executor.ts';
import { isPlanNoteDue, planNote } from '../../planning/plan-note.ts';
import { messagePlaces } from '../../../contracts/models/message-places.ts';
import { offeredTools, reminder, toolChoice } from './offered-tools.ts';
import type { RoutedRequest } from '../router.ts';

type Asked = Pick<CallModelInput, 'conversationId' | 'turn' | 'toolChoice'>;

/**
 * The conversation so far, from its latest summary on, with the plan, and a reminder to plan or to deliver, where those
 * are due.
 */
export async function messagesFor(
  { conversationId, turn, toolChoice: choice }: Asked,
  conversation: Conversation,
  { conversations, plans }: { conversations: ConversationRepository; plans: PlanRepository },
): Promise<StoredMessage[]> {
  if (choice !== 'auto' && turn > 1) {
    const message = { role: 'user' as const, text: reminder(conversation, choice) };
    await conversations.append(conversationId, [
      { turn: turn - 1, position: messagePlaces.reminder, message },
    ]);
  }
  const stored = await conversations.messagesSince(conversationId, messagePlaces.summary);
  const plan = await plans.latest(conversationId);
  if (!plan || !isPlanNoteDue(plan, stored, turn)) return stored;
  const message = { role: 'user' as const, text: planNote(plan) };
  await conversations.append(conversationId, [
    { turn: turn - 1, position: messagePlaces.plan, message },
  ]);
  return conversations.messagesSince(conversationId, messagePlaces.summary);
}

/** What a model is asked at a turn of a conversation, but for the messages. */
export function requestSettings(
  conversation: Conversation,
  asked: Asked,
  { tools }: { tools: ToolExecutor },
): Omit<RoutedRequest, 'messages'> {
  const { schema, asked: _input, ...settings } = conversation.settings;
  return {
    tools: offeredTools(conversation, tools, asked.toolChoice),
    toolChoice: toolChoice(conversation, asked),
    ...settings,
    ...(schema && { responseFormat: { name: conversation.agent.name, schema } }),
  };
}
