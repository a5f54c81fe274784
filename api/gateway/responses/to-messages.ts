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
  const images: Part[] = [];

  function endTurn(): void {
    if (!turn) return;
    const { said, state } = turn;
    turn = undefined;
    if (said.content === null && !said.tool_calls && !state && !said.reasoning_content) return;
    messages.push(state ? withState(said, state) : said);
  }

  function endResults(): void {
    if (images.length > 0) messages.push({ role: 'user', content: images.splice(0) });
  }

  function say(change: (said: Of<'assistant'>) => Of<'assistant'>): void {
    endResults();
    turn ??= { said: { role: 'assistant', content: null } };
    turn.said = change(turn.said);
  }

  for (const item of items) {
    if (item.type === 'message' && item.role !== 'assistant') {
      endTurn();
      endResults();
      const { role, content } = item;
      messages.push(
        role === 'user' ? { role, content: partsOf(content) } : { role, content: textOf(content) },
      );
    } else if (item.type === 'message') {
      say((said) => ({ ...said, content: joined(said.content, textOf(item.content)) }));
    } else if (item.type === 'reasoning') {
      const thoughts = item.summary.map(({ text }) => text).join('');
      say((said) => ({ ...said, ...(thoughts !== '' && { reasoning_content: thoughts }) }));
      const state = readState(item.encrypted_content ?? '');
      if (turn && state) turn.state = state;
    } else if (item.type === 'function_call' || item.type === 'custom_tool_call') {
      const { call_id: id, name } = item;
      const text =
        item.type === 'function_call' ? item.arguments : JSON.stringify({ input: item.input });
      const call = { id, type: 'function' as const, function: { name, arguments: text } };
      say((said) => ({ ...said, tool_calls: [...(said.tool_calls ?? []), call] }));
    } else {
      endTurn();
      const { call_id: id, output } = item;
      const shown = imagesOf(output);
      const note = shown.length > 0 ? [`(${shown.length} images follow)`] : [];
      const content = [textOf(output), ...note].join('\n');
      messages.push({ role: 'tool', tool_call_id: id, content });
      if (shown.length > 0) {
        images.push({ type: 'text', text: `Images of the result of call ${id}:` }, ...shown);
      }
    }
  }
  endTurn();
  endResults();
  return messages;
}

function joined(content: Of<'assistant'>['content'], text: string): string {
  return typeof content === 'string' && content !== '' ? `${content}\n${text}` : text;
}

function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((part) => {
    if (part.type === 'refusal') return [part.refusal];
    return part.type === 'input_image' ? [] : [part.text];
  });
  return texts.join('\n');
}

function imagesOf(content: Content): Part[] {
  if (typeof content === 'string') return [];
  return content.flatMap((part) => (part.type === 'input_image' ? [toImage(part)] : []));
}

function partsOf(content: Content): string | Part[] {
  if (typeof content === 'string') return content;
  return content.map((part): Part => {
    if (part.type === 'input_image') return toImage(part);
    return { type: 'text', text: part.type === 'refusal' ? part.refusal : part.text };
  });
}

const toImage = ({ image_url: url }: { image_url: string }): Part => ({
  type: 'image_url',
  image_url: { url },
});
