import { ApplicationFailure } from '@temporalio/activity';
import type { Conversation } from '../../db/repositories/runs/conversations.ts';
import type { Dependencies } from '../dependencies.ts';

/** @throws `ApplicationFailure` of type `ConversationNotFound`. */
export async function requireConversation(
  id: string,
  { conversations }: Pick<Dependencies, 'conversations'>,
): Promise<Conversation> {
  const conversation = await conversations.get(id);
  if (conversation) return conversation;
  throw ApplicationFailure.nonRetryable(`There is no conversation ${id}.`, 'ConversationNotFound');
}
