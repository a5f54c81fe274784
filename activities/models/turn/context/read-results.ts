import type { AssistantMessage, ToolMessage } from '../../../../contracts/models/messages.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../../db/repositories/runs/conversations.ts';
import { askedResult, isReadResult } from './read-result.ts';

/** The whole results that an answer's calls of `read_result` ask for, by the call. */
export async function readResults(
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
