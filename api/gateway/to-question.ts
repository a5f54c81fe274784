import { chatCompletionRequestSchema } from '../../contracts/api/gateway/index.ts';
import type { ChatCompletionRequest } from '../../contracts/api/gateway/index.ts';
import { isGiven } from '../../contracts/base/is-given.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ChatMessage, ChatQuestion } from '../../contracts/models/messages.ts';
import type {
  ReasoningEffort,
  ResponseFormat,
  ToolChoice,
} from '../../contracts/models/messages.ts';
import { parameterNames } from '../../contracts/models/parameters.ts';
import type { Parameters } from '../../contracts/models/parameters.ts';
import { toMessages } from './to-messages.ts';
import { unknownFields } from './unknown-fields.ts';

/**
 * What a Chat Completions request asks, in Baton's own form.
 * @param model who is asked first, as `provider:model`.
 * @param door of another API whose request this was: what of it is not here, and how it calls what is.
 * @throws {Problem} `invalid-request` for the result of a call that is not there.
 */
export function toQuestion(
  request: ChatCompletionRequest,
  model: string,
  door: Pick<ChatQuestion, 'unknown' | 'names'> = {},
): ChatQuestion {
  const { temperature, reasoning_effort: effort, response_format: format, thinking } = request;
  const maximumOutputTokens = request.max_completion_tokens ?? request.max_tokens;
  const responseFormat = toResponseFormat(format);
  const reasoningEffort = effort ? efforts[effort] : effortOf(thinking);
  const messages = toMessages(request.messages, model);
  const parameters = { ...givenParameters(request), ...withinMessages(messages, request) };
  const { unknown = unknownFields(request, known), names } = door;
  return {
    messages,
    tools: (request.tools ?? []).map(toTool),
    toolChoice: toToolChoice(request.tool_choice),
    ...(isGiven(maximumOutputTokens) && { maximumOutputTokens }),
    ...(isGiven(temperature) && { temperature }),
    ...(responseFormat && { responseFormat }),
    ...(reasoningEffort && { reasoningEffort }),
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(unknown.length > 0 && { unknown }),
    ...(names && { names }),
    ...(request.strict && { strict: true }),
  };
}

const known = Object.keys(chatCompletionRequestSchema.shape);

/** What is the same as to leave the parameter out, beside what is empty. */
const neutral: Parameters = {
  frequency_penalty: 0,
  logprobs: false,
  n: 1,
  parallel_tool_calls: true,
  presence_penalty: 0,
  service_tier: 'auto',
  store: false,
  strict: false,
  top_logprobs: 0,
  top_p: 1,
};

/** `strict` is of tools and forms here, not of the request. */
function givenParameters(request: ChatCompletionRequest): Parameters {
  const fields = request as Record<string, Json | undefined>;
  const names = parameterNames.filter((name) => name !== 'temperature' && name !== 'strict');
  const given = names.map((name) => [name, fields[name]] as const);
  return Object.fromEntries(
    given.filter(([name, value]) => says(value) && value !== neutral[name]),
  );
}

function says(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** What messages, tools and forms set that not every model takes. */
function withinMessages(messages: ChatMessage[], request: ChatCompletionRequest): Parameters {
  const { tools, response_format: format } = request;
  const of = (has: boolean, name: keyof Parameters) => (has ? { [name]: true } : {});
  const isStrict = [
    ...(tools ?? []).map(({ function: { strict } }) => strict),
    ...(format?.type === 'json_schema' ? [format.json_schema.strict] : []),
  ];
  const marks = [...messages.map((one) => one.cacheControl), ...(tools ?? []).map(cacheOf)];
  return {
    ...of(marks.some(Boolean), 'cache_control'),
    ...of(
      messages.some((message) => 'name' in message && message.role !== 'tool'),
      'name',
    ),
    ...of(
      messages.some((message) => 'isRefusal' in message),
      'refusal',
    ),
    ...of(isStrict.some(Boolean), 'strict'),
  };
}

type WireTool = NonNullable<ChatCompletionRequest['tools']>[number];

function cacheOf({ cache_control: mark }: WireTool) {
  return mark;
}

function toTool(tool: WireTool): ChatQuestion['tools'][number] {
  const { name, description, parameters, strict } = tool.function;
  return {
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
    ...(isGiven(strict) && { strict }),
    ...(tool.cache_control && { cacheControl: tool.cache_control }),
  };
}

const efforts = {
  none: 'none',
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
} satisfies Record<NonNullable<ChatCompletionRequest['reasoning_effort']>, ReasoningEffort>;

/** Tokens of thought up to which an effort is low, and up to which it is medium. */
const budgets = { low: 2_048, medium: 8_192 };

/** The effort that Anthropic's way of asking for thought comes to elsewhere. */
function effortOf(thinking: ChatCompletionRequest['thinking']): ReasoningEffort | undefined {
  const { type, budget_tokens: budget } = thinking ?? {};
  if (type === 'disabled') return 'none';
  if (type !== 'enabled') return undefined;
  if (typeof budget !== 'number') return 'medium';
  if (budget <= budgets.low) return 'low';
  return budget <= budgets.medium ? 'medium' : 'high';
}

function toToolChoice(choice: ChatCompletionRequest['tool_choice']): ToolChoice {
  if (!choice) return 'auto';
  return typeof choice === 'string' ? choice : { tool: choice.function.name };
}

function toResponseFormat(
  format: ChatCompletionRequest['response_format'],
): ResponseFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return 'json';
  const { name, description, schema, strict } = format.json_schema;
  return {
    name,
    schema: description ? { description, ...schema } : schema,
    ...(isGiven(strict) && { strict }),
  };
}
