import type {
  AnthropicCount,
  AnthropicRequest,
  ChatCompletionRequest,
} from '../../../contracts/api/gateway/index.ts';
import type { ChatQuestion } from '../../../contracts/models/messages.ts';
import { unknownFields } from '../ignored.ts';
import { toQuestion } from '../to-question.ts';
import { toWireMessages } from './to-messages.ts';

type Asked = AnthropicCount & Partial<Pick<AnthropicRequest, 'max_tokens' | 'temperature'>>;
type Tool = NonNullable<Asked['tools']>[number];

const carried = [
  'model',
  'provider',
  'strict',
  'system',
  'messages',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'max_tokens',
  'temperature',
  'stream',
];

const ofTools = ['type', 'name', 'description', 'input_schema'];
const ofBlocks =
  'type text source title context content tool_use_id is_error id name input thinking signature data'.split(
    ' ',
  );

/**
 * What Anthropic's request asks, in Baton's own form, and what of it was not carried.
 * @param model who is asked first, as `provider:model`.
 * @throws {Problem} `invalid-request` for the result of a call that is not there.
 */
export function toAnthropicQuestion(
  request: Asked,
  model: string,
): { question: ChatQuestion; oneToolCall: boolean; ignored: string[] } {
  const { tool_choice: choice, tools, ...rest } = request;
  const { messages, failedCalls } = toWireMessages(request);
  const format = request.output_config?.format ?? request.output_format;
  const question = toQuestion(
    {
      model: request.model,
      messages,
      tools: (tools ?? []).flatMap(toTool),
      tool_choice: toChoice(choice),
      max_completion_tokens: request.max_tokens,
      temperature: request.temperature,
      reasoning_effort: effortOf(request),
      ...(format && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: format.schema },
        },
      }),
    },
    model,
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
    oneToolCall: choice?.type !== 'none' && choice?.disable_parallel_tool_use === true,
    ignored: [
      ...unknownFields(rest, carried),
      ...(tools ?? []).flatMap((tool, index) =>
        isOwn(tool)
          ? unknownFields(tool, ofTools).map((name) => `tools[${index}].${name}`)
          : [`tools[${index}] (${tool.type})`],
      ),
      ...blocksOf(request).flatMap((block) => unknownFields(block, ofBlocks)),
      ...unknownFields(request.output_config ?? {}, ['effort', 'format']).map(
        (name) => `output_config.${name}`,
      ),
    ],
  };
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
  const { name, description, input_schema: parameters } = tool;
  return [{ type: 'function', function: { name, description, parameters } }];
}

function toChoice(choice: Asked['tool_choice']): ChatCompletionRequest['tool_choice'] {
  if (!choice) return undefined;
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.name } };
  return choice.type === 'any' ? 'required' : choice.type;
}

/** Most thinking that is `low`, and `medium`, in tokens. */
const mostLow = 4_096;
const mostMedium = 16_384;

function effortOf({
  thinking,
  output_config: output,
}: Asked): ChatCompletionRequest['reasoning_effort'] {
  const effort = output?.effort;
  if (thinking?.type === 'disabled') return 'none';
  if (effort) return effort === 'max' ? 'xhigh' : effort;
  if (thinking?.type !== 'enabled') return undefined;
  const { budget_tokens: budget } = thinking;
  if (budget <= mostLow) return 'low';
  return budget <= mostMedium ? 'medium' : 'high';
}
