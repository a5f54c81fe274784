import { anthropicRequestSchema } from '../../../contracts/api/gateway/index.ts';
import type {
  AnthropicCount,
  AnthropicRequest,
  ChatCompletionRequest,
} from '../../../contracts/api/gateway/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { ChatQuestion } from '../../../contracts/models/messages.ts';
import type { ParameterNames } from '../../../contracts/models/parameters.ts';
import { toQuestion } from '../to-question.ts';
import { unknownFields } from '../unknown-fields.ts';
import { toWireMessages } from './to-messages.ts';

type Own = 'max_tokens' | 'temperature' | 'top_p' | 'stop_sequences' | 'service_tier' | 'metadata';
type Asked = AnthropicCount & Partial<Pick<AnthropicRequest, Own>>;
type Tool = NonNullable<Asked['tools']>[number];

/** What Anthropic calls parameters. */
const names = {
  stop: 'stop_sequences',
  safety_identifier: 'metadata.user_id',
  reasoning_effort: 'output_config.effort',
  parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
} as const satisfies ParameterNames;

const carried = Object.keys(anthropicRequestSchema.shape);
const ofTools = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control'];
const ofBlocks =
  'type text source title context content tool_use_id is_error id name input thinking signature data cache_control'.split(
    ' ',
  );

/**
 * What Anthropic's request asks, in Baton's own form.
 * @param model who is asked first, as `provider:model`.
 * @param headers those of the request that Baton does not follow, by their names.
 * @throws {Problem} `invalid-request` for the result of a call that is not there.
 */
export function toAnthropicQuestion(
  request: Asked,
  model: string,
  headers: readonly string[] = [],
): { question: ChatQuestion; oneToolCall: boolean } {
  const { tool_choice: choice, tools, service_tier: tier } = request;
  const { messages, failedCalls } = toWireMessages(request);
  const format = request.output_config?.format ?? request.output_format;
  const oneToolCall = choice?.type !== 'none' && choice?.disable_parallel_tool_use === true;
  const question = toQuestion(
    {
      model: request.model,
      strict: request.strict,
      messages,
      tools: (tools ?? []).flatMap(toTool),
      tool_choice: toChoice(choice),
      max_completion_tokens: request.max_tokens,
      temperature: request.temperature,
      top_p: request.top_p,
      stop: request.stop_sequences,
      service_tier: tier === 'standard_only' ? 'default' : tier,
      safety_identifier: request.metadata?.user_id,
      parallel_tool_calls: oneToolCall ? false : undefined,
      reasoning_effort: request.output_config?.effort,
      thinking: request.thinking as JsonObject | null | undefined,
      ...(format && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: format.schema },
        },
      }),
    },
    model,
    { unknown: [...unknownOf(request), ...headers], names },
  );
  return {
    question: {
      ...question,
      messages: question.messages.map((message) =>
        message.role === 'tool' && failedCalls.has(message.callId)
          ? { ...message, isError: true }
          : message,
      ),
    },
    oneToolCall,
  };
}

/** What of a request has no place in Baton's own form. */
function unknownOf(request: Asked): string[] {
  const { tools, output_config: output, metadata } = request;
  return [
    ...unknownFields(request, carried),
    ...(tools ?? []).flatMap((tool, index) =>
      isOwn(tool)
        ? unknownFields(tool, ofTools).map((name) => `tools[${index}].${name}`)
        : [`tools[${index}] (${tool.type})`],
    ),
    ...blocksOf(request).flatMap((block) => unknownFields(block, ofBlocks)),
    ...unknownFields(output ?? {}, ['effort', 'format']).map((name) => `output_config.${name}`),
    ...unknownFields(metadata ?? {}, ['user_id']).map((name) => `metadata.${name}`),
  ];
}

/** All blocks of a request, also those within the results of tools. */
function blocksOf({ system, messages }: Asked): object[] {
  const contents: unknown[] = [system, ...messages.map(({ content }) => content)];
  const blocks = contents.flatMap(blocksIn);
  return [...blocks, ...blocks.flatMap((block) => blocksIn('content' in block && block.content))];
}

const blocksIn = (content: unknown): object[] => (Array.isArray(content) ? content : []);

type OwnTool = Extract<Tool, { input_schema: unknown }>;
const isOwn = (tool: Tool): tool is OwnTool => 'input_schema' in tool;

function toTool(tool: Tool): NonNullable<ChatCompletionRequest['tools']> {
  if (!isOwn(tool)) return [];
  const { name, description, input_schema: parameters, strict, cache_control } = tool;
  return [{ type: 'function', function: { name, description, parameters, strict }, cache_control }];
}

function toChoice(choice: Asked['tool_choice']): ChatCompletionRequest['tool_choice'] {
  if (!choice) return undefined;
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.type === 'any' ? 'required' : choice.type;
}
