import type {
  ConversationRepository,
  NewMessage,
  StoredMessage,
} from '../../../db/repositories/runs/conversations.ts';
import type { ToolExecutor } from '../../tool-kit/executor.ts';
import { isPlanNoteDue, planNote } from '../../planning/plan-note.ts';
import { messagePlaces } from '../../../contracts/models/message-places.ts';
import { offeredTools, reminder, toolChoice } from './offered-tools.ts';
import type { RoutedRequest } from '../router.ts';
import type { Turn } from './turn.ts';

/**
 * The conversation so far, from its latest summary on, with the plan, and a reminder to plan or to deliver, where those
 * are due.
 */
export async function messagesFor(
  { input, conversation, before, plan, rejection }: Turn,
  { conversations }: { conversations: ConversationRepository },
): Promise<readonly StoredMessage[]> {
  const { conversationId, turn, toolChoice: choice } = input;
  const notes: NewMessage[] = [];
  const note = (position: number, text: string) =>
    notes.push({ turn: turn - 1, position, message: { role: 'user', text } });
  const isRejected = rejection !== undefined;
  if (plan && !isRejected && isPlanNoteDue(plan, before, turn))
    note(messagePlaces.plan, planNote(plan));
  if (isRejected) note(messagePlaces.reminder, rejection);
  else if (choice !== 'auto' && turn > 1) {
    note(messagePlaces.reminder, reminder(conversation, choice));
  }
  const isNew = ({ position }: NewMessage) =>
    before.every((entry) => entry.turn < turn - 1 || entry.position !== position);
  const added = notes.filter(isNew);
  await conversations.append(conversationId, added);
  const at = new Date();
  return [...before, ...added.map((entry) => ({ ...entry, at }))].toSorted(byPlace);
}

const byPlace = (one: NewMessage, other: NewMessage) =>
  one.turn - other.turn || one.position - other.position;

/** What a model is asked at a turn of a conversation, but for the messages. */
export function requestSettings(
  { input, conversation }: Pick<Turn, 'input' | 'conversation'>,
  { tools }: { tools: ToolExecutor },
): Omit<RoutedRequest, 'messages'> {
  const { schema, asked: _input, ...settings } = conversation.settings;
  return {
    tools: offeredTools(conversation, tools, input.toolChoice),
    toolChoice: toolChoice(conversation, input),
    ...settings,
    ...(schema && { responseFormat: { name: conversation.agent.name, schema } }),
  };
}
