import { responseItemSchema } from '../../../contracts/api/gateway/index.ts';
import type {
  InputItem,
  ResponseItem,
  ResponseRequest,
} from '../../../contracts/api/gateway/index.ts';
import type {
  GatewayResponseRepository,
  StoredResponse,
} from '../../../db/repositories/models/gateway-responses.ts';
import { Problem } from '../../base/problem.ts';
import { responseIdOf } from './to-response.ts';

type Stored = Pick<GatewayResponseRepository, 'conversation' | 'get'>;

/** What a response goes on from, and what is new. */
export type Conversation = { earlier: ResponseItem[]; input: ResponseItem[] };

/**
 * Reads what a request refers to.
 * @throws {Problem} `invalid-request` for a response or an item that the user has not stored, and for no input at all.
 */
export async function readConversation(
  stored: Stored,
  { input: given, previous_response_id: previousId, instructions }: ResponseRequest,
  user: string,
): Promise<Conversation> {
  const earlier = previousId ? await stored.conversation(user, previousId) : [];
  if (previousId && earlier.length === 0) {
    throw invalid('previous_response_id', `response ${previousId} not found. ${howToGoOn}`);
  }
  const items = typeof given === 'string' ? [userText(given)] : (given ?? []);
  const input: ResponseItem[] = [];
  for (const [index, item] of items.entries()) {
    if (!isReference(item)) {
      if (isItem(item)) input.push(item);
      continue;
    }
    const found = await itemOf(stored, user, item.id);
    if (!found) throw invalid(`input[${index}].id`, `item ${item.id} not found. ${howToGoOn}`);
    input.push(found);
  }
  if (input.length === 0 && earlier.length === 0 && !instructions) {
    throw invalid('input', 'write a text or at least one item');
  }
  return { earlier: earlier.flatMap(itemsOf), input };
}

/** Everything that a stored response was asked with and answered. */
export function itemsOf({ input, response }: Pick<StoredResponse, 'input' | 'response'>) {
  return [...input, ...response.output.map((item) => responseItemSchema.parse(item))];
}

const userText = (text: string): ResponseItem => ({ type: 'message', role: 'user', content: text });

const isReference = (item: InputItem): item is Extract<InputItem, { type: 'item_reference' }> =>
  item.type === 'item_reference';

const isItem = (item: InputItem): item is ResponseItem =>
  responseItemSchema.safeParse(item).success;

/** The id of an item names the call that made it. */
async function itemOf(stored: Stored, user: string, id: string): Promise<ResponseItem | undefined> {
  const [, callId] = /^[a-z]+_(gw_[0-9a-z]+)_\d+$/.exec(id) ?? [];
  const row = callId === undefined ? undefined : await stored.get(user, responseIdOf(callId));
  const item = row?.response.output.find((each) => each.id === id);
  return item && responseItemSchema.parse(item);
}

const howToGoOn =
  'Stored responses are kept for 30 days, for their own user. Send the items of the conversation instead';

function invalid(path: string, message: string): Problem {
  return new Problem('invalid-request', `${path}: ${message}`, [{ path, message }]);
}
