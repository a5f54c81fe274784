import { z } from 'zod';
import type { ToolDefinition } from '../../../../contracts/models/messages.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { CallIdRule } from '../wire/call-ids.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string().nullish(),
});
const customCall = z.looseObject({
  type: z.literal('custom_tool_call'),
  call_id: z.string(),
  name: z.string(),
  input: z.string().nullish(),
});
const message = z.looseObject({
  type: z.literal('message'),
  phase: z.string().nullish(),
  content: z
    .array(z.looseObject({ text: z.string().nullish(), refusal: z.string().nullish() }))
    .default([]),
});
const parts = z.array(z.looseObject({ text: z.string() })).nullish();
const reasoning = z.looseObject({
  type: z.literal('reasoning'),
  id: z.string().nullish(),
  summary: parts,
  content: parts,
  encrypted_content: z.string().nullish(),
});
/** Items of OpenAI's own tools, which are never offered. */
const other = z.looseObject({ type: z.string() }).transform(() => ({ type: 'other' as const }));

/** One entry of a response's `output`, of the kinds that are read. */
export const outputItem = z.union([functionCall, customCall, message, reasoning, other]);
export type OutputItem = z.output<typeof outputItem>;

/** OpenAI refuses an id of a call of more than 64 characters; its form is free. */
export const callIdRule: CallIdRule = { refused: /(?!)/g, longest: 64 };

/** Whether a part of a message is the model's refusal. */
export function isRefused({ refusal }: { refusal?: string | null | undefined }): boolean {
  return Boolean(refusal);
}

/** A call as it was written: `arguments` should be JSON text. */
export type WrittenCall = { id: string; name: string; arguments: string };

/** Sometimes a model calls several tools through one that nobody offered. */
const wrapperNames = new Set(['parallel', 'multi_tool_use.parallel']);
const wrapped = z.object({
  tool_uses: z.array(
    z.looseObject({ recipient_name: z.string(), parameters: z.record(z.string(), z.json()) }),
  ),
});

/** Whether a call of this name may stand for several calls. */
export function isWrapper(name: string, tools: readonly ToolDefinition[]): boolean {
  return wrapperNames.has(name) && tools.every((tool) => tool.name !== name);
}

/** What was offered, and what the server says that it was given, where it does. */
export type Offered = { tools: readonly ToolDefinition[]; given: unknown };

/** Servers note the calls of their own tools, which they have run themselves, beside those that are asked of us. */
function isServers(name: string, given: unknown): boolean {
  const named = Array.isArray(given) ? given.filter(isJsonObject) : [];
  return named.length > 0 && named.every((tool) => tool['name'] !== name);
}

/**
 * The calls of tools that an item holds.
 *
 * @param offered a wrapper around calls of what was offered is opened.
 */
export function callsOf(item: OutputItem, { tools, given }: Offered): WrittenCall[] {
  if (item.type === 'custom_tool_call') {
    const { call_id: id, name, input } = item;
    if (isServers(name, given)) return [];
    return [{ id, name, arguments: JSON.stringify({ input: input ?? '' }) }];
  }
  if (item.type !== 'function_call') return [];
  const { call_id: id, name, arguments: written } = item;
  const inner = isWrapper(name, tools) ? unwrap(written ?? '', tools) : undefined;
  return (
    inner?.map((call, index) => ({ ...call, id: `${id}_${index + 1}` })) ?? [
      { id, name, arguments: written ?? '' },
    ]
  );
}

function unwrap(written: string, tools: readonly ToolDefinition[]) {
  const offered = new Set(tools.map(({ name }) => name));
  const calls = wrapped.safeParse(foreignJson(written)).data?.tool_uses.map((use) => ({
    name: use.recipient_name.replace(/^functions\./, ''),
    arguments: JSON.stringify(use.parameters),
  }));
  return calls?.every(({ name }) => offered.has(name)) ? calls : undefined;
}
