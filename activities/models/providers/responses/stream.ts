import { z } from 'zod';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { classifyWritten } from '../errors/classify.ts';
import { createCallIds } from '../wire/call-ids.ts';
import type { ReadingContext } from './answer.ts';
import { callIdRule, callsOf, isWrapper, outputItem } from './items.ts';
import type { OutputItem } from './items.ts';

const streamEvent = z.looseObject({
  type: z.string(),
  sequence_number: z.number().nullish(),
  output_index: z.number().default(0),
  summary_index: z.number().nullish(),
  delta: z.unknown().optional(),
  item: z.unknown().optional(),
  response: z
    .looseObject({ id: z.string().nullish(), output: z.array(z.unknown()).nullish() })
    .nullish(),
});
type StreamEvent = z.output<typeof streamEvent>;

/** What is known of a response whose events come in. */
export type ResponseCollector = {
  /**
   * Takes the next event and tells of what it adds to the answer.
   * @throws {ProviderError} when the event is an error.
   */
  take(event: unknown): void;
  /** Takes a response that came in one piece, and tells of what was not told of yet. */
  takeWhole(body: unknown): void;
  id(): string | undefined;
  /** Whether no event was taken yet. */
  isNew(): boolean;
  /** Of the last event; undefined where the server does not number them. */
  lastSequenceNumber(): number | undefined;
  /** The whole response, as if it had not been streamed; undefined as long as it has not ended. */
  ended(): { body: unknown } | undefined;
};

/**
 * Puts a response together from its events. What the finished items say counts, not what the last event holds
 * of them: some servers leave them out there, and encrypted reasoning is only complete in the items.
 */
export function createResponseCollector(
  context: ReadingContext,
  onDelta: (delta: ChatDelta) => void = () => undefined,
): ResponseCollector {
  const items = new Map<number, unknown>();
  const commentaries = new Set<number>();
  /** Items whose content was told of as it came. */
  const told = new Set<number>();
  /** The number of a call within the answer, by its item. */
  const callNumbers = new Map<number, number>();
  const ids = createCallIds(callIdRule);
  let calls = 0;
  let id: string | undefined;
  let isNew = true;
  let sequenceNumber: number | undefined;
  let ended: { body: unknown } | undefined;

  function tellText(index: number, text: string): void {
    told.add(index);
    onDelta({ type: commentaries.has(index) ? 'reasoning-delta' : 'text-delta', text });
  }

  function tellReasoning(index: number, text: string): void {
    told.add(index);
    onDelta({ type: 'reasoning-delta', text });
  }

  function startCall(call: { id: string; name: string }): number {
    const number = calls;
    calls += 1;
    onDelta({ type: 'tool-call-start', index: number, id: ids.ofCall(call.id), name: call.name });
    return number;
  }

  function tellArguments(callNumber: number | undefined, written: string): void {
    if (callNumber === undefined || written === '') return;
    onDelta({ type: 'tool-call-delta', index: callNumber, arguments: written });
  }

  function addItem(index: number, item: OutputItem): void {
    if (item.type === 'message' && item.phase === 'commentary') commentaries.add(index);
    if (item.type !== 'function_call' || isWrapper(item.name, context.tools)) return;
    if (callNumbers.has(index)) return;
    callNumbers.set(index, startCall({ id: item.call_id, name: item.name }));
  }

  function tellRest(index: number, item: OutputItem): void {
    addItem(index, item);
    if (told.has(index)) return;
    if (item.type === 'message') {
      tellText(index, item.content.map(({ text, refusal }) => text ?? refusal ?? '').join(''));
    }
    if (item.type === 'reasoning') {
      const parts = item.summary?.length ? item.summary : (item.content ?? []);
      if (parts.length > 0) tellReasoning(index, parts.map(({ text }) => text).join('\n\n'));
    }
    for (const call of callsOf(item, context.tools)) {
      tellArguments(callNumbers.get(index) ?? startCall(call), call.arguments);
    }
    told.add(index);
  }

  function finishItem(index: number, item: unknown): void {
    items.set(index, item);
    const parsed = outputItem.safeParse(item);
    if (parsed.success) tellRest(index, parsed.data);
  }

  function end(response: StreamEvent['response']): void {
    for (const [index, item] of (response?.output ?? []).entries()) {
      if (!items.has(index)) finishItem(index, item);
    }
    const output = [...items].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    ended = { body: { ...response, output } };
  }

  const handlers: Record<string, (event: StreamEvent, delta: string) => void> = {
    'response.output_item.added': ({ output_index: index, item }) => {
      const parsed = outputItem.safeParse(item);
      if (parsed.success) addItem(index, parsed.data);
    },
    'response.output_text.delta': ({ output_index: index }, delta) => tellText(index, delta),
    'response.refusal.delta': ({ output_index: index }, delta) => tellText(index, delta),
    'response.reasoning_summary_part.added': ({ output_index: index, summary_index: part }) => {
      if (part) tellReasoning(index, '\n\n');
    },
    'response.reasoning_summary_text.delta': ({ output_index: index }, delta) =>
      tellReasoning(index, delta),
    'response.reasoning_text.delta': ({ output_index: index }, delta) =>
      tellReasoning(index, delta),
    'response.function_call_arguments.delta': ({ output_index: index }, delta) => {
      const callNumber = callNumbers.get(index);
      if (callNumber === undefined) return;
      told.add(index);
      tellArguments(callNumber, delta);
    },
    'response.output_item.done': ({ output_index: index, item }) => finishItem(index, item),
    'response.completed': ({ response }) => end(response),
    'response.incomplete': ({ response }) => end(response),
    'response.failed': ({ response }) => end(response),
    'response.cancelled': ({ response }) => end(response),
  };

  return {
    take(event) {
      const parsed = streamEvent.safeParse(event);
      const isError = isJsonObject(event) && (event['type'] === 'error' || event['error']);
      if (isError) throw classifyWritten(event, context);
      if (!parsed.success) return;
      isNew = false;
      id ??= parsed.data.response?.id ?? undefined;
      sequenceNumber = parsed.data.sequence_number ?? sequenceNumber;
      const { delta } = parsed.data;
      handlers[parsed.data.type]?.(parsed.data, typeof delta === 'string' ? delta : '');
    },
    takeWhole(body) {
      const response = streamEvent.shape.response.safeParse(body).data;
      id ??= response?.id ?? undefined;
      if (response?.output) {
        if (!isRunning(response)) end(response);
      } else {
        ended = { body };
      }
    },
    id: () => id,
    isNew: () => isNew,
    lastSequenceNumber: () => sequenceNumber,
    ended: () => ended,
  };
}

function isRunning({ status }: Record<string, unknown>): boolean {
  return status === 'queued' || status === 'in_progress';
}
