import { ApplicationFailure } from '@temporalio/activity';
import type {
  Conversation,
  ConversationRepository,
} from '../../db/repositories/runs/conversations.ts';

/** @throws `ApplicationFailure` of type `ConversationNotFound`. */
export async function requireConversation(
  id: string,
  { conversations }: { conversations: Pick<ConversationRepository, 'get'> },
): Promise<Conversation> {
  const conversation = await conversations.get(id);
  if (conversation) return conversation;
  throw ApplicationFailure.nonRetryable(`Conversation ${id} not found.`, 'ConversationNotFound');
}
