import type {
  ResponseCreateParamsBase as Body,
  ResponseFunctionCallOutputItemList,
  ResponseInputContent,
  ResponseInputItem,
  ResponseTextConfig,
  ToolChoiceFunction,
  ToolChoiceOptions,
} from 'openai/resources/responses/responses';
import type { Reasoning } from 'openai/resources/shared';
import type {
  AssistantMessage,
  ChatMessage,
  ContentPart,
  ResponseFormat,
  ToolChoice,
  ToolMessage,
  UserMessage,
} from '../../../../contracts/models/messages.ts';
import { argumentsText } from '../../../../contracts/models/written-arguments.ts';
import { dataUrl, partsOf } from '../../../../contracts/models/content-parts.ts';
import { toResponsesTool } from '../../../../contracts/tools/definitions/index.ts';
import { fitsStrictMode } from '../../../../contracts/tools/definitions/strict-schema.ts';
import type { ChatRequest } from '../../provider.ts';
import { createCallIds } from '../wire/call-ids.ts';
import { quirksOf } from '../wire/model-quirks.ts';
import { quirks } from '../wire/quirks.ts';
import { unsupportedContent } from '../wire/unsupported-content.ts';
import { settle, withoutEffort } from '../parameters/settle.ts';
import { withFields } from '../parameters/ways.ts';
import { callIdRule } from './items.ts';
import { readOpaque } from './opaque.ts';

const leastOutputTokens = 16;

type Effort = NonNullable<Reasoning['effort']>;

/** Models that reason; others are not asked for their reasoning. */
const reasoningModels = /^(o\d|gpt-5(?!-chat)|gpt-[6-9]|gpt-\d\d)|codex/;

/** A request's body, and what of the request the model does not take. */
type Settled = { body: Body; ignored: string[] };

/** A request whose answer nobody keeps: reasoning comes back encrypted, to be given with the next one. */
export function statelessBody(asked: ChatRequest): Settled {
  const reasons = reasoningModels.test(asked.model);
  return settled(asked, {
    store: false,
    ...(reasons && { include: ['reasoning.encrypted_content'] }),
  });
}

/** A request that OpenAI works on by itself and whose answer it keeps; its messages follow the one before. */
export function storedBody(asked: ChatRequest, previousResponseId?: string): Settled {
  return settled(asked, {
    store: true,
    background: true,
    ...(previousResponseId !== undefined && { previous_response_id: previousResponseId }),
  });
}

function settled(asked: ChatRequest, keeping: Partial<Body>): Settled {
  const { request, fields, ignored } = settle('openai-responses', asked);
  const body = withFields({ ...commonBody(request), ...keeping }, fields);
  const { reasoningEffort: effort } = request;
  const isTold = effort === undefined || effort === 'none' || body.reasoning?.effort !== undefined;
  return { body, ignored: isTold ? ignored : withoutEffort(asked, ignored) };
}

function commonBody(request: ChatRequest): Body {
  const { model, messages, tools, toolChoice, maximumOutputTokens, responseFormat } = request;
  const first = messages.findIndex(({ role }) => role !== 'system');
  const start = first === -1 ? messages.length : first;
  const instructions = messages.slice(0, start).map(({ text }) => text);
  const input = withWordJson(toInput(messages.slice(start)), responseFormat);
  return {
    model: request.deployedAs ?? model,
    ...(input.length > 0
      ? { ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }), input }
      : { input: instructions.map((content) => ({ role: 'developer', content })) }),
    ...(tools.length > 0 && {
      tools: tools.map(toResponsesTool),
      tool_choice: toToolChoice(toolChoice),
    }),
    ...(responseFormat && { text: toText(responseFormat) }),
    ...toReasoning(request),
    ...(maximumOutputTokens !== undefined && {
      max_output_tokens: Math.max(leastOutputTokens, maximumOutputTokens),
    }),
  };
}

/** How much the model thinks. */
function toReasoning({ model, reasoningEffort }: ChatRequest): Pick<Body, 'reasoning'> {
  const { efforts } = quirksOf(quirks.openai, model);
  const effort = reasoningEffort && effortName(efforts[reasoningEffort]);
  const summary = reasoningModels.test(model) && { summary: 'auto' as const };
  return effort || summary ? { reasoning: { ...(effort && { effort }), ...summary } } : {};
}

function effortName(fields: Readonly<Record<string, unknown>>): Effort | undefined {
  return fields['reasoning_effort'] as Effort | undefined;
}

function toInput(messages: readonly ChatMessage[]): ResponseInputItem[] {
  const ids = createCallIds(callIdRule);
  return messages.flatMap((message): ResponseInputItem[] => {
    // Where it was said: what comes before it stays as it was, and cached.
    if (message.role === 'system') return [{ role: 'developer', content: message.text }];
    if (message.role === 'assistant') return toOutputItems(message, ids);
    if (message.role === 'user') return [{ role: 'user', content: toContent(message) }];
    const output = toContent(message) as string | ResponseFunctionCallOutputItemList;
    return [{ type: 'function_call_output', call_id: ids.ofResult(message.callId), output }];
  });
}

/** What a model said, in the order in which it said it; its reasoning only where it was OpenAI's. */
function toOutputItems(
  { text, toolCalls, reasoning, model, isRefusal }: AssistantMessage,
  ids: ReturnType<typeof createCallIds>,
): ResponseInputItem[] {
  // OpenAI refuses reasoning that nothing follows.
  if (!text && toolCalls.length === 0) return [];
  const own = model?.startsWith('openai:') ? readOpaque(reasoning ?? []) : { items: [] };
  const itemsAfter = (calls: number) =>
    own.items.filter(({ callsBefore }) => callsBefore === calls).map(({ item }) => item);
  const phase = own.phase && { phase: own.phase };
  return [
    ...itemsAfter(0),
    ...(text && isRefusal ? [refused(text)] : []),
    ...(text && !isRefusal ? [{ role: 'assistant' as const, content: text, ...phase }] : []),
    ...toolCalls.flatMap((call, index): ResponseInputItem[] => [
      {
        type: 'function_call',
        call_id: ids.ofCall(call.id),
        name: call.name,
        arguments: argumentsText(call),
      },
      ...itemsAfter(index + 1),
    ]),
  ];
}

/** An earlier refusal is an item of its own, which needs an id. */
function refused(refusal: string): ResponseInputItem {
  const content = [{ type: 'refusal' as const, refusal }];
  return { type: 'message', id: 'msg_refusal', role: 'assistant', status: 'completed', content };
}

function toContent(message: UserMessage | ToolMessage): string | ResponseInputContent[] {
  const parts = partsOf(message);
  return parts.every(({ type }) => type === 'text') && !message.parts
    ? message.text
    : parts.map(toPart);
}

function toPart(part: ContentPart): ResponseInputContent {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  if (part.type === 'image') {
    const { image, detail = 'auto' } = part;
    const url = 'url' in image ? image.url : dataUrl(image);
    return { type: 'input_image', detail, image_url: url };
  }
  if (part.type === 'audio') throw unsupportedContent('openai', part);
  const filename = part.name !== undefined && { filename: part.name };
  if ('url' in part) return { type: 'input_file', file_url: part.url };
  if ('id' in part) return { type: 'input_file', file_id: part.id };
  return { type: 'input_file', file_data: dataUrl(part), ...filename };
}

function toToolChoice(choice: ToolChoice): ToolChoiceOptions | ToolChoiceFunction {
  return typeof choice === 'string' ? choice : { type: 'function', name: choice.tool };
}

function toText(format: ResponseFormat): ResponseTextConfig {
  if (format === 'json') return { format: { type: 'json_object' } };
  const { name, schema, strict = fitsStrictMode(schema) } = format;
  return { format: { type: 'json_schema', name, schema, strict } };
}

/** OpenAI refuses to answer with any JSON object where no message, instructions apart, speaks of JSON. */
function withWordJson(
  input: ResponseInputItem[],
  format: ResponseFormat | undefined,
): ResponseInputItem[] {
  if (format !== 'json' || /json/i.test(JSON.stringify(input))) return input;
  return [...input, { role: 'developer', content: 'Answer with one JSON object.' }];
}
