import type { AnthropicBlock } from '../../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import type { ChatDelta } from '../../../contracts/models/messages.ts';
import { keepState } from '../kept-state.ts';
import { inputOf } from './broken-arguments.ts';
import { unsigned } from './to-messages.ts';

/** A block under construction: a call's arguments are text until it is complete. */
type Open =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool_use'; call: number; id: string; name: string; text: string };

export type BlockEvent =
  | { type: 'content_block_start'; index: number; content_block: object }
  | { type: 'content_block_delta'; index: number; delta: object }
  | { type: 'content_block_stop'; index: number };

/**
 * The blocks of an answer, made of its parts. Anthropic's stream has one block open at a time: what belongs to another
 * one than the call that has begun waits for the end. A call's arguments come in one piece, since only then it is known
 * whether they are a JSON object.
 * @param options.thinking whether the client asked to see thoughts.
 */
export function createBlocks({ thinking }: { thinking: boolean }) {
  const blocks: AnthropicBlock[] = [];
  let open: Open | undefined;
  const waiting: ChatDelta[] = [];

  function begin(next: Open, block: object): BlockEvent[] {
    const events = close();
    open = next;
    return [...events, { type: 'content_block_start', index: blocks.length, content_block: block }];
  }

  function close(): BlockEvent[] {
    if (!open) return [];
    const index = blocks.length;
    const block = closed(open);
    const last = lastOf(block);
    const events = last ? [say(last)] : [];
    blocks.push(block);
    open = undefined;
    return [...events, { type: 'content_block_stop', index }];
  }

  const say = (delta: object): BlockEvent => ({
    type: 'content_block_delta',
    index: blocks.length,
    delta,
  });

  function write(delta: ChatDelta): BlockEvent[] {
    if (delta.type === 'tool-call-start') {
      const { index: call, id, name } = delta;
      return begin(
        { type: 'tool_use', call, id, name, text: '' },
        { type: 'tool_use', id, name, input: {} },
      );
    }
    if (delta.type === 'tool-call-delta') {
      if (open) open.text += delta.arguments;
      return [];
    }
    const isText = delta.type === 'text-delta';
    const type = isText ? 'text' : 'thinking';
    const started =
      open?.type === type
        ? []
        : begin(
            { type, text: '' },
            isText ? { type, text: '' } : { type, thinking: '', signature: '' },
          );
    if (open) open.text += delta.text;
    const said = isText
      ? { type: 'text_delta', text: delta.text }
      : { type: 'thinking_delta', thinking: delta.text };
    return [...started, say(said)];
  }

  return {
    accept(delta: ChatDelta): BlockEvent[] {
      if (delta.type === 'reasoning-delta' && !thinking) return [];
      if ('text' in delta && delta.text === '') return [];
      if (open?.type === 'tool_use' && !('index' in delta && delta.index === open.call)) {
        waiting.push(delta);
        return [];
      }
      return write(delta);
    },

    /** What is left to say, and all blocks. */
    end(answer: GatewayChatAnswer): { events: BlockEvent[]; blocks: AnthropicBlock[] } {
      const indexOf = (delta: ChatDelta) => ('index' in delta ? delta.index : -1);
      const rest = waiting.toSorted((left, right) => indexOf(left) - indexOf(right));
      const events = [...rest.flatMap(write), ...close()];
      const state = thinking || answer.toolCalls.length > 0 ? keepState(answer) : undefined;
      if (state !== undefined) {
        const block = { type: 'redacted_thinking', data: state } as const;
        const index = blocks.push(block) - 1;
        events.push(
          { type: 'content_block_start', index, content_block: block },
          { type: 'content_block_stop', index },
        );
      }
      return { events, blocks };
    },
  };
}

/** What is said as a block ends. */
function lastOf(block: AnthropicBlock): object | undefined {
  if (block.type === 'thinking') return { type: 'signature_delta', signature: block.signature };
  return block.type === 'tool_use'
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : undefined;
}

function closed(open: Open): AnthropicBlock {
  if (open.type === 'text') return { type: 'text', text: open.text, citations: null };
  if (open.type === 'thinking') {
    return { type: 'thinking', thinking: open.text, signature: unsigned };
  }
  const { id, name, text } = open;
  return { type: 'tool_use', id, name, input: inputOf(text) };
}
