import { createOpenAIResponsesProvider } from '../../../../../activities/models/providers/openai-responses.ts';
import { apiKey } from './api-key.ts';
import { inPieces } from './server-sent-events.ts';
import type { Parts, Wire } from './wire.ts';

const writtenUsage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 60, cache_write_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 3 },
  total_tokens: 107,
};

type Item = { type: string; id: string; [field: string]: unknown };

/** A response as OpenAI writes it. */
export function responseOf(fields: object): object {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    model: 'model',
    output: [],
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    ...fields,
  };
}

function itemsOf({ text, reasoning, calls = [] }: Parts): Item[] {
  const summary = [{ type: 'summary_text', text: reasoning }];
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', id: 'rs_1', summary }]),
    ...(text === undefined
      ? []
      : [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }]),
    ...calls.map(({ id, name, args }, index) => ({
      type: 'function_call',
      id: `fc_${index}`,
      call_id: id,
      name,
      arguments: args,
      status: 'completed',
    })),
  ];
}

/** What an item is when it begins, and the type of the events that fill it. */
const beginnings: Record<string, { empty: object; delta: string }> = {
  reasoning: { empty: { summary: [] }, delta: 'response.reasoning_summary_text.delta' },
  message: { empty: { content: [] }, delta: 'response.output_text.delta' },
  function_call: { empty: { arguments: '' }, delta: 'response.function_call_arguments.delta' },
};

function eventsOf(item: Item, text: string, output_index: number): object[] {
  const { empty, delta } = beginnings[item.type]!;
  const place = { item_id: item.id, output_index };
  const added = { ...item, ...empty, status: 'in_progress' };
  return [
    { type: 'response.output_item.added', output_index, item: added },
    ...inPieces(text).map((piece) => ({ type: delta, ...place, delta: piece })),
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** The events of a response, numbered from 0. */
export function responseEvents(parts: Parts, fields: object = {}): object[] {
  const { text, reasoning, calls = [] } = parts;
  const texts = [reasoning, text].filter((given) => given !== undefined);
  const written = [...texts, ...calls.map(({ args }) => args)];
  const output = itemsOf(parts);
  const begun = responseOf({ status: 'in_progress', ...fields });
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...output.flatMap((item, index) => eventsOf(item, written[index]!, index)),
    { type: 'response.completed', response: wholeResponse(parts, fields) },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}

export function wholeResponse(parts: Parts, fields: object = {}): object {
  return responseOf({ output: itemsOf(parts), usage: writtenUsage, ...fields });
}

/** The events as they stand on the wire, each with its name. */
export function namedEvents(events: readonly object[]): string {
  return events
    .map((event) => {
      const { type } = event as { type: string };
      return `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

export const openaiResponses: Wire = {
  name: 'openai-responses',
  model: 'gpt-5.2',
  path: { whole: '/v1/responses', streamed: '/v1/responses' },
  create: (url) => createOpenAIResponsesProvider({ apiKey, baseUrl: `${url}/v1` }),
  answer: (parts) => wholeResponse(parts),
  stream: (parts) => namedEvents(responseEvents(parts)),
  usage: {
    inputTokens: 100,
    outputTokens: 7,
    cachedInputTokens: 60,
    cacheWriteTokens: 0,
    reasoningTokens: 3,
  },
  error: (type, message, code) => ({ error: { type, message, code: code ?? null, param: null } }),
  streamError: (type, message) =>
    namedEvents([
      ...responseEvents({ text: 'Half' }).slice(0, 4),
      { type: 'error', code: type, message, param: null, sequence_number: 4 },
    ]),
  without: ['embeddings'],
};
