import { responseRequestSchema } from '../../../contracts/api/gateway/index.ts';
import type {
  ChatCompletionRequest,
  ResponseItem,
  ResponseRequest,
  ResponseTool,
} from '../../../contracts/api/gateway/index.ts';
import type { ChatQuestion } from '../../../contracts/models/messages.ts';
import type { ParameterNames } from '../../../contracts/models/parameters.ts';
import { toQuestion } from '../to-question.ts';
import { unknownFields } from '../unknown-fields.ts';
import { toWireMessages } from './to-messages.ts';

type Custom = Extract<ResponseTool, { type: 'custom' }>;
type Callable = Extract<ResponseTool, { type: 'function' }> | Custom;

/** Whether a model can call a tool here: others run on OpenAI's servers. */
export const isCallable = (tool: ResponseTool): tool is Callable =>
  tool.type === 'function' || tool.type === 'custom';

/** What the Responses API calls parameters. */
const names = {
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
} as const satisfies ParameterNames;

const carried = Object.keys(responseRequestSchema.shape);

/**
 * What a request of the Responses API asks, in Baton's own form.
 * @param items the conversation, with what the response goes on from.
 * @param model who is asked first, as `provider:model`.
 * @throws {Problem} `invalid-request` for the result of a call that is not there.
 */
export function toResponseQuestion(
  request: ResponseRequest,
  items: readonly ResponseItem[],
  model: string,
): ChatQuestion {
  const { instructions, text, reasoning } = request;
  const messages = toWireMessages(items);
  return toQuestion(
    {
      model: request.model,
      strict: request.strict,
      messages: instructions ? [{ role: 'system', content: instructions }, ...messages] : messages,
      tools: offered(request).map(toTool),
      tool_choice: toChoice(request.tool_choice),
      max_completion_tokens: request.max_output_tokens,
      temperature: request.temperature,
      top_p: request.top_p,
      parallel_tool_calls: request.parallel_tool_calls,
      prompt_cache_key: request.prompt_cache_key,
      prompt_cache_retention: request.prompt_cache_retention,
      prompt_cache_options: request.prompt_cache_options,
      safety_identifier: request.safety_identifier,
      service_tier: request.service_tier,
      metadata: request.metadata,
      verbosity: text?.verbosity,
      reasoning_effort: reasoning?.effort,
      response_format: toFormat(text?.format),
    },
    model,
    { unknown: unknownOf(request), names },
  );
}

/** What of a request has no place in Baton's own form. */
function unknownOf(request: ResponseRequest): string[] {
  const { tools, input, text, reasoning } = request;
  const items = Array.isArray(input) ? input : [];
  return [
    ...unknownFields(request, carried).filter(
      (name) => name !== 'truncation' || request[name] !== 'disabled',
    ),
    ...unknownFields(text ?? {}, ['format', 'verbosity']).map((name) => `text.${name}`),
    ...unknownFields(reasoning ?? {}, ['effort', 'summary']).map((name) => `reasoning.${name}`),
    ...(tools ?? []).flatMap((tool, index) =>
      isCallable(tool) ? [] : [`tools[${index}] (${tool.type})`],
    ),
    ...items.flatMap((item, index) => (isOther(item) ? [`input[${index}] (${item.type})`] : [])),
  ];
}

const isOther = (item: object): item is { type: string } =>
  'type' in item && Object.keys(item).length === 1;

/** With `allowed_tools`, those alone. */
function offered({ tools, tool_choice: choice }: ResponseRequest): Callable[] {
  const callable = (tools ?? []).filter(isCallable);
  if (typeof choice !== 'object' || choice?.type !== 'allowed_tools') return callable;
  const allowed = new Set(choice.tools.map(({ name }) => name));
  return callable.filter(({ name }) => allowed.has(name));
}

function toTool(tool: Callable): NonNullable<ChatCompletionRequest['tools']>[number] {
  const { name, description } = tool;
  if (tool.type === 'function') {
    const { parameters, strict } = tool;
    return { type: 'function', function: { name, description, parameters, strict } };
  }
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
  };
  return {
    type: 'function',
    function: {
      name,
      description: [description, grammarOf(tool)].filter(Boolean).join('\n\n'),
      parameters,
    },
  };
}

/** A provider that knows no grammars is told of them in words. */
function grammarOf({ format }: Custom): string {
  if (format?.type !== 'grammar') return '';
  return `Write the input in this grammar (${format.syntax}):\n${format.definition}`;
}

function toChoice(choice: ResponseRequest['tool_choice']): ChatCompletionRequest['tool_choice'] {
  if (!choice || typeof choice === 'string') return choice;
  if (choice.type === 'allowed_tools') return choice.mode;
  return { type: 'function', function: { name: choice.name } };
}

function toFormat(
  format: NonNullable<ResponseRequest['text']>['format'],
): ChatCompletionRequest['response_format'] {
  if (format?.type !== 'json_schema') return format;
  const { name, description, schema, strict } = format;
  return { type: 'json_schema', json_schema: { name, description, schema, strict } };
}
