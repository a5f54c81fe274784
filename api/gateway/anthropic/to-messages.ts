import type {
  AnthropicMessage,
  AnthropicReadable,
  AnthropicRequest,
  WireMessage,
} from '../../../contracts/api/gateway/index.ts';
import { readState, withState } from '../kept-state.ts';
import type { KeptState } from '../kept-state.ts';
import { brokenTextOf } from './broken-arguments.ts';
import { isText, toParts } from './to-parts.ts';
import type { Part } from './to-parts.ts';

type Of<Role extends WireMessage['role']> = Extract<WireMessage, { role: Role }>;
type TextBlock = Extract<AnthropicReadable, { type: 'text' }>;
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
  return {
    messages: [
      ...(system ? toSystem(system) : []),
      ...messages.flatMap((message): WireMessage[] => {
        const { role, content } = message;
        if (role === 'system') return toSystem(content);
        if (typeof content === 'string') return [{ role, content }];
        if (role === 'assistant') return [toAssistant(message.content as AssistantBlock)];
        return toUser(message.content as UserBlock, failedCalls);
      }),
    ],
    failedCalls,
  };
}

function toSystem(content: string | TextBlock[]): WireMessage[] {
  const parts = typeof content === 'string' ? content : content.flatMap(toParts).filter(isText);
  return parts.length > 0 ? [{ role: 'system', content: parts }] : [];
}

/** Results come first, as Chat Completions wants them. */
function toUser(blocks: UserBlock, failedCalls: Set<string>): WireMessage[] {
  const results: WireMessage[] = [];
  const parts: Part[] = [];
  for (const block of blocks) {
    if (block.type !== 'tool_result') {
      parts.push(...toParts(block));
      continue;
    }
    const { tool_use_id: id, is_error: isError, content, cache_control } = block;
    if (isError) failedCalls.add(id);
    results.push({
      role: 'tool',
      tool_call_id: id,
      content: typeof content === 'string' ? content : (content ?? []).flatMap(toParts),
      cache_control,
    });
  }
  return [...results, ...(parts.length > 0 ? [{ role: 'user' as const, content: parts }] : [])];
}

function toAssistant(blocks: AssistantBlock): WireMessage {
  const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [toCall(block)] : []));
  const thoughts = blocks.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : []));
  const marks = blocks.map((block) =>
    block.type === 'tool_use' ? block.cache_control : undefined,
  );
  const message: Of<'assistant'> = {
    role: 'assistant',
    content: blocks
      .flatMap((block) => (block.type === 'text' ? toParts(block) : []))
      .filter(isText),
    cache_control: marks.findLast(Boolean),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(thoughts.length > 0 && { reasoning_content: thoughts.join('') }),
  };
  const state = stateIn(blocks);
  return state ? withState(message, state) : message;
}

function toCall({ id, name, input }: Extract<AssistantBlock[number], { type: 'tool_use' }>) {
  const text = brokenTextOf(input) ?? JSON.stringify(input);
  return { id, type: 'function' as const, function: { name, arguments: text } };
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
