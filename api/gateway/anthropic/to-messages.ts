import type {
  AnthropicMessage,
  AnthropicReadable,
  AnthropicRequest,
  WireMessage,
} from '../../../contracts/api/gateway/index.ts';
import { readState, withState } from '../kept-state.ts';
import type { KeptState } from '../kept-state.ts';

type Of<Role extends WireMessage['role']> = Extract<WireMessage, { role: Role }>;
type Part = Exclude<Of<'user'>['content'], string>[number];
type AssistantBlock = Exclude<Extract<AnthropicMessage, { role: 'assistant' }>['content'], string>;
type UserBlock = Exclude<Extract<AnthropicMessage, { role: 'user' }>['content'], string>;

/** A conversation of Anthropic's form as one of Chat Completions, with the ids of the calls that failed. */
export function toWireMessages({
  system,
  messages,
}: Pick<AnthropicRequest, 'system' | 'messages'>): {
  messages: WireMessage[];
  failedCalls: Set<string>;
} {
  const failedCalls = new Set<string>();
  const first = system === undefined || system === null ? '' : textOf(system);
  return {
    messages: [
      ...(first === '' ? [] : [{ role: 'system' as const, content: first }]),
      ...messages.flatMap((message): WireMessage[] => {
        const { role, content } = message;
        if (role === 'system') return [{ role, content: textOf(content) }];
        if (typeof content === 'string') return [{ role, content }];
        if (role === 'assistant') return [toAssistant(message.content as AssistantBlock)];
        return toUser(message.content as UserBlock, failedCalls);
      }),
    ],
    failedCalls,
  };
}

function textOf(content: string | { text: string }[]): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('\n');
}

/** Results come first, as Chat Completions wants them; images of results follow them, each named after its call. */
function toUser(blocks: UserBlock, failedCalls: Set<string>): WireMessage[] {
  const results: WireMessage[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_result') {
      parts.push(toPart(block));
      continue;
    }
    const { tool_use_id: id, is_error: isError, content } = block;
    if (isError) failedCalls.add(id);
    const given =
      typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
    const texts = given.flatMap((each) => (each.type === 'image' ? [] : [textPart(each)]));
    const images = given.flatMap((each) => (each.type === 'image' ? [toPart(each)] : []));
    const note = images.length > 0 ? [`(${images.length} images follow)`] : [];
    results.push({
      role: 'tool',
      tool_call_id: id,
      content: [...texts.map(({ text }) => text), ...note].join('\n'),
    });
    if (images.length > 0) {
      parts.push({ type: 'text', text: `Images of the result of call ${id}:` }, ...images);
    }
  }
  return [...results, ...(parts.length > 0 ? [{ role: 'user' as const, content: parts }] : [])];
}

function toPart(block: AnthropicReadable): Part {
  if (block.type !== 'image') return textPart(block);
  const { source } = block;
  const url =
    source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
  return { type: 'image_url', image_url: { url } };
}

function textPart(block: Exclude<AnthropicReadable, { type: 'image' }>): {
  type: 'text';
  text: string;
} {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'search_result') {
    const { source, title, content } = block;
    return { type: 'text', text: titled('Search result', `${title} (${source})`, textOf(content)) };
  }
  const { source, title, context } = block;
  const text = source.type === 'text' ? source.data : textOf(source.content);
  const about = [title, context].filter(Boolean).join(': ');
  return { type: 'text', text: titled('Document', about, text) };
}

const titled = (what: string, title: string, text: string): string =>
  `${title === '' ? what : `${what} ${title}`}:\n${text}`;

function toAssistant(blocks: AssistantBlock): WireMessage {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const calls = blocks.flatMap((block) => {
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = block;
    return [
      { id, type: 'function' as const, function: { name, arguments: JSON.stringify(input) } },
    ];
  });
  const thoughts = blocks.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : []));
  const message: Of<'assistant'> = {
    role: 'assistant',
    content: texts.join('\n'),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('') }),
  };
  const state = stateIn(blocks);
  return state ? withState(message, state) : message;
}

/** What Baton gave the client to bring back; else what Anthropic itself gave it, in an answer that was not Baton's. */
function stateIn(blocks: AssistantBlock): KeptState | undefined {
  for (const block of blocks) {
    const state = block.type === 'redacted_thinking' ? readState(block.data) : undefined;
    if (state) return state;
  }
  let position = 0;
  const reasoning: KeptState['reasoning'] = [];
  for (const block of blocks) {
    if (block.type === 'thinking') {
      const { thinking, signature } = block;
      if (signature !== '' && signature !== unsigned) {
        reasoning.push({ text: thinking, opaque: { signature, position } });
      }
    } else if (block.type === 'redacted_thinking') {
      reasoning.push({ text: '', opaque: { data: block.data, position } });
    } else position += 1;
  }
  return reasoning.length > 0
    ? { model: 'anthropic:claude', reasoning, signatures: {} }
    : undefined;
}

/** The signature of thoughts that Baton shows. What their provider wants back is in a block of its own. */
export const unsigned = 'baton';
