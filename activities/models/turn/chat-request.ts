import type { CallModelInput } from '../../../contracts/activities.ts';
import type { Conversation, StoredMessage } from '../../../db/repositories/conversations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { messagePlaces } from './message-places.ts';
import { offeredTools, reminder, toolChoice } from './offered-tools.ts';
import type { RoutedRequest } from '../routing/router.ts';

type Asked = Pick<CallModelInput, 'conversationId' | 'turn' | 'toolChoice'>;

/** The conversation so far, with a reminder to deliver the result where that is due. */
export async function messagesFor(
  { conversationId, turn, toolChoice: choice }: Asked,
  conversation: Conversation,
  { conversations }: Pick<Dependencies, 'conversations'>,
): Promise<StoredMessage[]> {
  if (choice === 'finish' && turn > 1) {
    const message = { role: 'user' as const, text: reminder(conversation) };
    await conversations.append(conversationId, [
      { turn: turn - 1, position: messagePlaces.reminder, message },
    ]);
  }
  return conversations.messages(conversationId);
}

/** What a model is asked at a turn of a conversation, but for the messages. */
export function requestSettings(
  conversation: Conversation,
  { toolChoice: choice }: Asked,
  { tools }: Pick<Dependencies, 'tools'>,
): Omit<RoutedRequest, 'messages'> {
  const { schema, ...settings } = conversation.settings;
  return {
    tools: offeredTools(conversation, tools, choice),
    toolChoice: toolChoice(conversation, choice),
    ...settings,
    ...(schema && { responseFormat: { name: conversation.agent.name, schema } }),
  };
}
