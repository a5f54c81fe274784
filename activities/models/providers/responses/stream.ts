import { z } from 'zod';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { classifyWritten } from '../errors/classify.ts';
import { brokenStream } from '../wire/broken-stream.ts';
import { createCallIds } from '../wire/call-ids.ts';
import type { ReadingContext } from './answer.ts';
import { callIdRule, callsOf, isRefused, isWrapper, outputItem } from './items.ts';
import type { OutputItem } from './items.ts';

const streamEvent = z.looseObject({
  type: z.string(),
  sequence_number: z.number().nullish(),
  output_index: z.number().default(0),
  summary_index: z.number().nullish(),
  delta: z.unknown().optional(),
  item: z.unknown().optional(),
  response: z
    .looseObject({
      id: z.string().nullish(),
      output: z.array(z.unknown()).nullish(),
      tools: z.unknown().optional(),
    })
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
  /** Where items are, by their ids. */
  const places = new Map<string, number>();
  /** What was told of the items' content as it came. */
  const told = new Map<number, string>();
  /** The number of a call within the answer, by its item. */
  const callNumbers = new Map<number, number>();
  const ids = createCallIds(callIdRule);
  let calls = 0;
  let id: string | undefined;
  let isNew = true;
  /** The tools that the server says it was given. */
  let given: unknown;
  let last = '';
  let sequenceNumber: number | undefined;
  let ended: { body: unknown } | undefined;

  function note(index: number, text: string): void {
    told.set(index, (told.get(index) ?? '') + text);
  }

  function tellText(index: number, text: string, isRefusal = false): void {
    note(index, text);
    if (commentaries.has(index)) onDelta({ type: 'reasoning-delta', text });
    else onDelta({ type: 'text-delta', text, ...(isRefusal && { isRefusal }) });
  }

  function tellReasoning(index: number, text: string): void {
    note(index, text);
    onDelta({ type: 'reasoning-delta', text });
  }

  /** What of a text was not told of yet: what was told is not taken back. */
  function untold(index: number, text: string): string {
    const known = told.get(index) ?? '';
    return text.startsWith(known) ? text.slice(known.length) : '';
  }

  function startCall(call: { id: string; name: string }): number {
    const number = calls;
    calls += 1;
    onDelta({ type: 'tool-call-start', index: number, id: ids.ofCall(call.id), name: call.name });
    return number;
  }

  function tellArguments(callNumber: number, written: string): void {
    if (written === '') return;
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
    if (item.type === 'message') {
      const rest = untold(
        index,
        item.content.map(({ text, refusal }) => text ?? refusal ?? '').join(''),
      );
      if (rest) tellText(index, rest, item.content.some(isRefused));
    }
    if (told.has(index)) return;
    if (item.type === 'reasoning') {
      const parts = item.summary?.length ? item.summary : (item.content ?? []);
      if (parts.length > 0) tellReasoning(index, parts.map(({ text }) => text).join('\n\n'));
    }
    for (const call of callsOf(item, { tools: context.tools, given })) {
      tellArguments(callNumbers.get(index) ?? startCall(call), call.arguments);
    }
    note(index, '');
  }

  function finishItem(index: number, item: unknown): void {
    items.set(index, item);
    notePlace(index, item);
    const parsed = outputItem.safeParse(item);
    if (parsed.success) tellRest(index, parsed.data);
  }

  function notePlace(index: number, item: unknown): void {
    if (isJsonObject(item) && typeof item['id'] === 'string') places.set(item['id'], index);
  }

  /** Places count on where items were left out: those of the last event are found by id, or else by order. */
  function end(response: StreamEvent['response']): void {
    const output = response?.output ?? [];
    const known = [...new Set([...items.keys(), ...told.keys(), ...callNumbers.keys()])];
    const inOrder = known.toSorted((a, b) => a - b);
    for (const [index, item] of output.entries()) {
      const byId = isJsonObject(item) ? places.get(String(item['id'])) : undefined;
      const place = byId ?? (inOrder.length === output.length ? inOrder[index]! : index);
      if (!items.has(place)) finishItem(place, item);
    }
    if (response?.['status'] !== 'failed' && known.some((index) => !items.has(index))) {
      throw brokenStream(context.provider);
    }
    const whole = [...items].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    ended = { body: { tools: given, ...response, output: whole } };
  }

  const handlers: Record<string, (event: StreamEvent, delta: string) => void> = {
    'response.output_item.added': ({ output_index: index, item }) => {
      notePlace(index, item);
      const parsed = outputItem.safeParse(item);
      if (parsed.success) addItem(index, parsed.data);
    },
    'response.output_text.delta': ({ output_index: index }, delta) => tellText(index, delta),
    'response.refusal.delta': ({ output_index: index }, delta) => tellText(index, delta, true),
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
      note(index, delta);
      tellArguments(callNumber, delta);
    },
    'response.output_item.done': ({ output_index: index, item }) => finishItem(index, item),
    'response.completed': ({ response }) => end(response),
    'response.incomplete': ({ response }) => end(response),
    'response.failed': ({ response }) => end(response),
    'response.cancelled': ({ response }) => end(response),
  };

  /** Whether an event is the one before it once more. */
  function isRepeated(event: StreamEvent): boolean {
    const before = last;
    last = event.sequence_number ? JSON.stringify(event) : '';
    return last !== '' && last === before;
  }

  return {
    take(event) {
      const parsed = streamEvent.safeParse(event);
      const isError = isJsonObject(event) && (event['type'] === 'error' || event['error']);
      if (isError) throw classifyWritten(event, context);
      if (!parsed.success || isRepeated(parsed.data)) return;
      isNew = false;
      given ??= parsed.data.response?.tools;
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
