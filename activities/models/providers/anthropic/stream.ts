import { z } from 'zod';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { CallOptions } from '../../provider.ts';

const fields = z.record(z.string(), z.unknown());

const event = z.looseObject({
  type: z.string(),
  index: z.number().default(0),
  message: fields.optional(),
  content_block: z.looseObject({ type: z.string() }).optional(),
  delta: z
    .looseObject({
      text: z.string().optional(),
      thinking: z.string().optional(),
      signature: z.string().optional(),
      partial_json: z.string().optional(),
    })
    .optional(),
  usage: fields.nullish(),
});

type Block = {
  type: string;
  text: string;
  thinking: string;
  signature: string;
  /** The place among the calls of the answer, for a call. */
  call: number;
  /** The arguments as they were written. */
  json: string;
  start: Record<string, unknown>;
};

/**
 * Puts the events of a stream together to the message that a request without a stream would give. A message that
 * begins within the stream replaces the one before it. Undefined where the stream ends before the message does, or
 * where something goes on that never began.
 */
export async function collectAnthropicMessage(
  events: AsyncIterable<unknown>,
  { onDelta, onRetry }: { onDelta: OnDelta; onRetry: CallOptions['onRetry'] },
): Promise<Record<string, unknown> | undefined> {
  const blocks = new Map<number, Block>();
  let message: Record<string, unknown> = {};
  let usage: Record<string, unknown> = {};
  let calls = 0;
  let isComplete = false;

  for await (const written of events) {
    const parsed = event.safeParse(written);
    if (!parsed.success) continue;
    const { type, index, content_block: start, delta } = parsed.data;
    // What is said of usage again replaces what was said before: it is cumulative.
    usage = { ...usage, ...known(parsed.data.message?.['usage']), ...known(parsed.data.usage) };
    if (type === 'message_start' && begins(parsed.data.message, message)) {
      if (blocks.size > 0) onRetry?.();
      blocks.clear();
      calls = 0;
      message = parsed.data.message ?? {};
    }
    if (type === 'message_delta') message = { ...message, ...delta };
    if (type === 'message_stop') {
      isComplete = true;
      break;
    }
    if (type === 'content_block_start' && start && !isSame(blocks.get(index), start)) {
      if (blocks.has(index)) return undefined;
      const call = start.type === 'tool_use' ? calls++ : -1;
      const block = {
        type: start.type,
        text: '',
        thinking: '',
        signature: '',
        call,
        json: '',
        start,
      };
      blocks.set(index, block);
      begin(block, onDelta);
    }
    const block = blocks.get(index);
    if (type === 'content_block_delta' && !block) return undefined;
    if (type === 'content_block_delta' && block && delta) extend(block, delta, onDelta);
    if (type === 'content_block_stop' && block) end(block, onDelta);
  }
  // A message that does not say why it ended may go on.
  if (!isComplete || !message['stop_reason']) return undefined;
  const content = [...blocks].toSorted(([a], [b]) => a - b).map(([, block]) => finished(block));
  return { ...message, content, usage };
}

/** Whether a message begins, and not the same one again, as some proxies repeat the first event. */
function begins(written: Record<string, unknown> | undefined, current: Record<string, unknown>) {
  return current['id'] === undefined || current['id'] !== written?.['id'];
}

/** Whether a block is begun again that nothing was said in. */
function isSame(block: Block | undefined, start: Record<string, unknown>): boolean {
  return block !== undefined && JSON.stringify(block.start) === JSON.stringify(start);
}

function known(usage: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(usage ?? {}).filter(([, count]) => count !== null));
}

type OnDelta = NonNullable<CallOptions['onDelta']>;

function begin(block: Block, onDelta: OnDelta): void {
  const { start, call } = block;
  if (call >= 0) {
    onDelta({
      type: 'tool-call-start',
      index: call,
      id: String(start['id']),
      name: String(start['name']),
    });
  }
  const text = typeof start['text'] === 'string' ? start['text'] : '';
  const thinking = typeof start['thinking'] === 'string' ? start['thinking'] : '';
  extend(block, { text, thinking }, onDelta);
  if (typeof start['signature'] === 'string') block.signature = start['signature'];
}

function extend(
  block: Block,
  delta: { text?: string; thinking?: string; signature?: string; partial_json?: string },
  onDelta: OnDelta,
): void {
  const { text = '', thinking = '', signature = '', partial_json: json = '' } = delta;
  block.text += text;
  block.thinking += thinking;
  block.signature += signature;
  block.json += json;
  if (text) onDelta({ type: 'text-delta', text });
  if (thinking) onDelta({ type: 'reasoning-delta', text: thinking });
  if (json && block.call >= 0) {
    onDelta({ type: 'tool-call-delta', index: block.call, arguments: json });
  }
}

/** Some servers give the arguments with the start of a call, and nothing after it. */
function end({ call, json, start }: Block, onDelta: OnDelta): void {
  const input = start['input'];
  if (call < 0 || json !== '' || !isJsonObject(input) || Object.keys(input).length === 0) return;
  onDelta({ type: 'tool-call-delta', index: call, arguments: JSON.stringify(input) });
}

/** The `input` that a call starts with is no beginning of its arguments: it counts where nothing else comes. */
function finished({
  type,
  text,
  thinking,
  signature,
  json,
  start,
}: Block): Record<string, unknown> {
  return {
    ...start,
    ...(type === 'text' ? { text } : {}),
    ...(type === 'thinking' ? { thinking, signature } : {}),
    ...(type === 'tool_use' && json !== '' ? { input: json } : {}),
  };
}
