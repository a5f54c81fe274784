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
 * Puts the events of a stream together to the message that a request without a stream would give. Undefined where
 * the stream ends before the message does.
 */
export async function collectAnthropicMessage(
  events: AsyncIterable<unknown>,
  onDelta: NonNullable<CallOptions['onDelta']>,
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
    if (type === 'message_start') message = parsed.data.message ?? {};
    if (type === 'message_delta') message = { ...message, ...delta };
    if (type === 'message_stop') isComplete = true;
    if (type === 'content_block_start' && start) {
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
    if (type === 'content_block_delta' && block && delta) extend(block, delta, onDelta);
    if (type === 'content_block_stop' && block) end(block, onDelta);
  }
  if (!isComplete) return undefined;
  const content = [...blocks].toSorted(([a], [b]) => a - b).map(([, block]) => finished(block));
  return { ...message, content, usage };
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
