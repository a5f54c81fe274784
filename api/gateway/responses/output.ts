import type { OutputItem } from '../../../contracts/api/gateway/index.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import { foreignJson } from '../../../contracts/base/foreign-json.ts';
import type { GatewayChatAnswer } from '../../../contracts/models/gateway-call.ts';
import type { ChatDelta } from '../../../contracts/models/messages.ts';
import { keepState } from '../kept-state.ts';
import { finishOf } from '../to-completion.ts';

export type OutputEvent = { type: string; [field: string]: unknown };

type Written = { id: string; index: number; text: string; isClosed: boolean };
type Item = Written &
  (
    | { kind: 'message' }
    | { kind: 'refusal' }
    | { kind: 'reasoning' }
    | { kind: 'function_call' | 'custom_tool_call'; callId: string; name: string }
  );
/** A refusal is a message whose only part says that it is one. */
type Spoken = 'message' | 'refusal' | 'reasoning';
type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/**
 * The items of an answer and the events that tell of them, made of its parts. Text and thoughts are open one at a time;
 * calls stay open to the end, since their parts can come mixed.
 * @param options.callId a part of the ids of items, by which they are found again.
 * @param options.customTools the tools that take any text.
 */
export function createOutput({
  callId,
  customTools,
}: {
  callId: string;
  customTools: ReadonlySet<string>;
}) {
  const items: Item[] = [];
  const calls = new Map<number, Item>();
  let speaking: Item | undefined;

  const placeOf = ({ id, index }: Item) => ({ item_id: id, output_index: index });
  const nextId = (kind: keyof typeof prefixes) => `${prefixes[kind]}_${callId}_${items.length}`;

  function begin(kind: Spoken): OutputEvent[] {
    const events = speaking ? close(speaking, 'completed') : [];
    const item: Item = { kind, id: nextId(kind), index: items.length, text: '', isClosed: false };
    speaking = item;
    items.push(item);
    const { part, place, view: viewPart } = spoken[kind];
    const started = { type: `${part}.added`, ...placeOf(item), ...place, part: viewPart('') };
    return [...events, added(item), started];
  }

  function speak(kind: Spoken, text: string): OutputEvent[] {
    const events: OutputEvent[] = [];
    if (speaking?.kind !== kind) events.push(...begin(kind));
    const item = speaking!;
    item.text += text;
    const { name, place, extra } = spoken[kind];
    events.push({ type: `${name}.delta`, ...placeOf(item), ...place, delta: text, ...extra });
    return events;
  }

  function call(delta: Extract<ChatDelta, { type: 'tool-call-start' }>): OutputEvent[] {
    const events = speaking ? close(speaking, 'completed') : [];
    speaking = undefined;
    const { id, name, index } = delta;
    const kind = customTools.has(name) ? 'custom_tool_call' : 'function_call';
    const item: Item = {
      kind,
      id: nextId(kind),
      index: items.length,
      text: '',
      isClosed: false,
      callId: id,
      name,
    };
    items.push(item);
    calls.set(index, item);
    return [...events, added(item)];
  }

  const added = (item: Item): OutputEvent => ({
    type: 'response.output_item.added',
    output_index: item.index,
    item: view(item, 'in_progress'),
  });

  function close(item: Item, status: ItemStatus): OutputEvent[] {
    if (item.isClosed) return [];
    item.isClosed = true;
    return [
      ...said(item),
      {
        type: 'response.output_item.done',
        output_index: item.index,
        item: view(item, status),
      },
    ];
  }

  function said(item: Item): OutputEvent[] {
    const { kind, text } = item;
    if (kind === 'function_call') {
      const { name } = item;
      const type = 'response.function_call_arguments.done';
      return [{ type, ...placeOf(item), name, arguments: text }];
    }
    if (kind === 'custom_tool_call') {
      const input = inputOf(text);
      const type = 'response.custom_tool_call_input';
      return [
        { type: `${type}.delta`, ...placeOf(item), delta: input },
        { type: `${type}.done`, ...placeOf(item), input },
      ];
    }
    const { name, part, place, extra, view: viewPart } = spoken[kind];
    const all = kind === 'refusal' ? { refusal: text } : { text };
    return [
      { type: `${name}.done`, ...placeOf(item), ...place, ...all, ...extra },
      { type: `${part}.done`, ...placeOf(item), ...place, part: viewPart(text) },
    ];
  }

  return {
    accept(delta: ChatDelta): OutputEvent[] {
      if (delta.type === 'tool-call-start') return call(delta);
      if (delta.type !== 'tool-call-delta') {
        if (delta.text === '') return [];
        if (delta.type === 'reasoning-delta') return speak('reasoning', delta.text);
        return speak(delta.isRefusal ? 'refusal' : 'message', delta.text);
      }
      const item = calls.get(delta.index);
      if (!item) return [];
      item.text += delta.arguments;
      if (item.kind === 'custom_tool_call') return [];
      const type = 'response.function_call_arguments.delta';
      return [{ type, ...placeOf(item), delta: delta.arguments }];
    },

    /** What is left to say, and all items. What a provider wants back comes in an item of its own, at the end. */
    end(answer: GatewayChatAnswer): { events: OutputEvent[]; output: OutputItem[] } {
      const finish = finishOf(answer);
      const isCut = finish === 'length' || finish === 'content_filter';
      const open = items.filter(({ isClosed }) => !isClosed);
      const statusOf = (item: Item) =>
        isCut && (isCall(item) ? isBroken(item) : item === items.at(-1))
          ? 'incomplete'
          : 'completed';
      const output = items.map((item) => view(item, statusOf(item)));
      const events = open.flatMap((item) => close(item, statusOf(item)));
      const state = keepState(answer);
      if (state !== undefined) {
        const item: OutputItem = {
          id: nextId('reasoning'),
          type: 'reasoning',
          summary: [],
          encrypted_content: state,
        };
        const place = { output_index: output.length, item };
        output.push(item);
        events.push(
          { type: 'response.output_item.added', ...place },
          { type: 'response.output_item.done', ...place },
        );
      }
      return { events, output };
    },
  };
}

const prefixes = {
  message: 'msg',
  refusal: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
};

/** How the events of text, refusals and thoughts are called, and what their parts look like. */
const spoken = {
  message: {
    name: 'response.output_text',
    part: 'response.content_part',
    place: { content_index: 0 },
    extra: { logprobs: [] },
    view: (text: string) => ({
      type: 'output_text' as const,
      text,
      annotations: [] as never[],
      logprobs: [] as never[],
    }),
  },
  refusal: {
    name: 'response.refusal',
    part: 'response.content_part',
    place: { content_index: 0 },
    extra: {},
    view: (text: string) => ({ type: 'refusal', refusal: text }) as const,
  },
  reasoning: {
    name: 'response.reasoning_summary_text',
    part: 'response.reasoning_summary_part',
    place: { summary_index: 0 },
    extra: {},
    view: (text: string) => ({ type: 'summary_text', text }) as const,
  },
} as const;

function view(item: Item, status: ItemStatus): OutputItem {
  const { id, kind, text } = item;
  const isBegun = status === 'in_progress';
  const says = { id, type: 'message' as const, status, role: 'assistant' as const };
  if (kind === 'message') return { ...says, content: isBegun ? [] : [spoken.message.view(text)] };
  if (kind === 'refusal') return { ...says, content: isBegun ? [] : [spoken.refusal.view(text)] };
  if (kind === 'reasoning') {
    return { id, type: kind, summary: isBegun ? [] : [spoken.reasoning.view(text)] };
  }
  const called = { id, status, call_id: item.callId, name: item.name };
  return kind === 'function_call'
    ? { ...called, type: kind, arguments: isBegun ? '' : text }
    : { ...called, type: kind, input: isBegun ? '' : inputOf(text) };
}

const isCall = ({ kind }: Item): boolean => kind === 'function_call' || kind === 'custom_tool_call';

const isBroken = ({ text }: Item): boolean => text.trim() !== '' && foreignJson(text) === undefined;

/** A custom tool was offered as one whose only argument is its input. */
function inputOf(text: string): string {
  const args = foreignJson(text);
  const input = isJsonObject(args) ? args['input'] : undefined;
  return typeof input === 'string' ? input : text;
}
