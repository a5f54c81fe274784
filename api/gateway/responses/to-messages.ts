import type {
  ResponseItem,
  ResponsePart,
  WireMessage,
} from '../../../contracts/api/gateway/index.ts';
import { readState, withState } from '../kept-state.ts';
import type { KeptState } from '../kept-state.ts';

type Of<Role extends WireMessage['role']> = Extract<WireMessage, { role: Role }>;
type Part = Exclude<Of<'user'>['content'], string>[number];
type Content = string | ResponsePart[];

/** Items of the Responses API as messages of Chat Completions. What a model says in one turn is one message. */
export function toWireMessages(items: readonly ResponseItem[]): WireMessage[] {
  const messages: WireMessage[] = [];
  let turn: { said: Of<'assistant'>; state?: KeptState } | undefined;

  function endTurn(): void {
    if (!turn) return;
    const { said, state } = turn;
    turn = undefined;
    const isEmpty = said.content === null && !said.refusal && !said.tool_calls;
    if (isEmpty && !state && !said.reasoning_content) return;
    messages.push(state ? withState(said, state) : said);
  }

  function say(change: (said: Of<'assistant'>) => Of<'assistant'>): void {
    turn ??= { said: { role: 'assistant', content: null } };
    turn.said = change(turn.said);
  }

  for (const item of items) {
    if (item.type === 'message' && item.role !== 'assistant') {
      endTurn();
      const { role, content } = item;
      messages.push(
        role === 'user' ? { role, content: partsOf(content) } : { role, content: textOf(content) },
      );
    } else if (item.type === 'message') {
      const refusal = refusalOf(item.content);
      say((said) =>
        refusal === undefined
          ? { ...said, content: joined(said.content, textOf(item.content)) }
          : { ...said, refusal },
      );
    } else if (item.type === 'reasoning') {
      const thoughts = item.summary.map(({ text }) => text).join('');
      say((said) => ({ ...said, ...(thoughts !== '' && { reasoning_content: thoughts }) }));
      const state = readState(item.encrypted_content ?? '');
      if (turn && state) turn.state = state;
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      const { call_id: id, name } = item;
      const text = item.type === 'function_call' ? item.arguments : argumentsOf(item);
      const call = { id, type: 'function' as const, function: { name, arguments: text } };
      say((said) => ({ ...said, tool_calls: [...(said.tool_calls ?? []), call] }));
    } else {
      endTurn();
      messages.push({ role: 'tool', tool_call_id: item.call_id, content: partsOf(item.output) });
    }
  }
  endTurn();
  return messages;
}

function joined(content: Of<'assistant'>['content'], text: string): string {
  return typeof content === 'string' && content !== '' ? `${content}\n${text}` : text;
}

/** A custom tool was offered as one whose only argument is its input; what was no such argument is as it was. */
function argumentsOf({ input, status }: Extract<ResponseItem, { type: 'custom_tool_call' }>) {
  return status === 'incomplete' ? input : JSON.stringify({ input });
}

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => {
      if (part.type === 'refusal') return [part.refusal];
      return 'text' in part ? [part.text] : [];
    })
    .join('\n');
}

/** What a message says that is nothing but a refusal. */
function refusalOf(content: Content): string | undefined {
  if (typeof content === 'string') return undefined;
  const refusals = content.flatMap((part) => (part.type === 'refusal' ? [part.refusal] : []));
  return refusals.length > 0 && refusals.length === content.length
    ? refusals.join('\n')
    : undefined;
}

function partsOf(content: Content): string | Part[] {
  return typeof content === 'string' ? content : content.map(toPart);
}

function toPart(part: ResponsePart): Part {
  if (part.type === 'refusal') return { type: 'text', text: part.refusal };
  if (part.type === 'input_image') {
    return { type: 'image_url', image_url: { url: part.image_url, detail: part.detail } };
  }
  if (part.type !== 'input_file') return { type: 'text', text: part.text };
  const { filename, file_data: data, file_url: url, file_id } = part;
  return { type: 'file', file: { filename, file_data: data ?? url, file_id } };
}
