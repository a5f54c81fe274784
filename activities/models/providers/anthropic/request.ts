import type {
  MessageCreateParamsNonStreaming as Body,
  Tool,
  ToolChoice as AnthropicToolChoice,
  CacheControlEphemeral,
} from '@anthropic-ai/sdk/resources/messages';
import type { ChatMessage, ToolChoice } from '../../../../contracts/models/messages.ts';
import { toAnthropicTool } from '../../../../contracts/tools/definitions/index.ts';
import type { Parameters } from '../../../../contracts/models/parameters.ts';
import { settle, withoutEffort } from '../parameters/settle.ts';
import { withFields } from '../parameters/ways.ts';
import type { ChatRequest } from '../../provider.ts';
import { anthropicThinking } from './thinking.ts';
import { anthropicTraits } from './traits.ts';
import { toTurns } from './turns.ts';
import type { Turn } from './turns.ts';
import { cached, cacheMarks } from './cache.ts';
import { inlineReferences } from '../../../../contracts/tools/definitions/inline-references.ts';
import { withFormatInWords } from '../wire/format-in-words.ts';
import { askForCall } from '../wire/in-words.ts';
import { conversation, systemText, withTurn } from '../wire/system-text.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import { schemaSubset } from '../../../../contracts/tools/definitions/schema-subset.ts';

/** What `output_config.format` understands (platform.claude.com, Structured outputs). */
const understood = new Set([
  'type',
  'title',
  'description',
  'enum',
  'const',
  'anyOf',
  'properties',
  'required',
  'items',
  'additionalProperties',
]);

/** Above these the API refuses a schema as too complex. */
const mostOptional = 24;
const mostUnions = 16;

/**
 * The schema as Anthropic can hold a model to it: closed objects, with all other bounds in words. Undefined where
 * that would change its meaning or is refused: maps, what holds itself, composition other than a choice.
 */
function anthropicFormat(given: JsonSchema): JsonSchema | undefined {
  const { schema, isWhole } = inlineReferences(given);
  if (!isWhole) return undefined;
  const count = { optional: 0, unions: 0 };
  if (schema['type'] !== 'object' || !isNative(schema, count)) return undefined;
  if (count.optional > mostOptional || count.unions > mostUnions) return undefined;
  return schemaSubset(schema, understood, close);
}

const changesMeaning = ['$ref', '$defs', 'allOf', 'not', 'if', 'patternProperties', 'prefixItems'];

function isNative(schema: Json, count: { optional: number; unions: number }): boolean {
  if (!isJsonObject(schema) || changesMeaning.some((keyword) => keyword in schema)) return false;
  const { type, properties, additionalProperties = false, required, items } = schema;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(type) && type.some((name) => name === 'object' || name === 'array'))
    return false;
  if (type === undefined && !choices && !('enum' in schema) && !('const' in schema)) return false;
  if (type === 'object' && (!isJsonObject(properties) || additionalProperties !== false))
    return false;
  if (choices || Array.isArray(type)) count.unions += 1;
  const inner = isJsonObject(properties) ? properties : {};
  const needed = Array.isArray(required) ? required : [];
  count.optional += Object.keys(inner).filter((name) => !needed.includes(name)).length;
  return [
    ...Object.values(inner),
    ...(Array.isArray(choices) ? choices : []),
    ...(items === undefined ? [] : [items]),
  ].every((part) => isNative(part, count));
}

function close({ oneOf, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(oneOf === undefined ? {} : { anyOf: oneOf }),
    ...(schema['type'] === 'object' ? { additionalProperties: false } : {}),
  };
}

function marked(mark: JsonObject | undefined) {
  return mark === undefined ? {} : { cache_control: mark as unknown as CacheControlEphemeral };
}

/** The mark of what the system says first. */
function cacheOfSystem(messages: readonly ChatMessage[]): JsonObject | undefined {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return messages
    .slice(0, first === -1 ? messages.length : first)
    .findLast((one) => one.cacheControl)?.cacheControl;
}

/** Anthropic wants a limit; thinking, where a model thinks, counts into it. */
const defaultMaximumTokens = 16_000;

/** A request in the form of Anthropic's Messages, and what of it the model does not take. */
export function anthropicRequest(asked: ChatRequest): { body: Body; ignored: string[] } {
  const { request, fields, ignored } = settle('anthropic', asked);
  const body = withFields(anthropicBody(request), fields);
  const { reasoningEffort: effort } = request;
  const isTold = body.thinking !== undefined || body.output_config?.effort !== undefined;
  const isEffortLost = effort !== undefined && effort !== 'none' && !isTold;
  return { body, ignored: isEffortLost ? withoutEffort(asked, ignored) : ignored };
}

function anthropicBody(asked: ChatRequest): Body {
  const request = { ...withCalledTools(asked), messages: withTurn(asked.messages) };
  const {
    model,
    maximumOutputTokens = defaultMaximumTokens,
    messages,
    tools,
    toolChoice,
  } = request;
  const { config, effort, kept, persuaded } = anthropicThinking(request, maximumOutputTokens);
  const format = nativeFormat(request);
  const output = { ...(effort && { effort }), ...(format && { format }) };
  const marks = cacheMarks(request);
  const turns = toTurns(conversation(messages), kept);
  marks.markTurns(turns);
  if (persuaded) say(turns, askForCall(toolChoice).text);
  return {
    model: request.deployedAs ?? model,
    max_tokens: maximumOutputTokens,
    ...beginning(request, { caching: marks.beginning, formatted: format !== undefined }),
    messages: turns,
    ...(tools.length > 0
      ? { tool_choice: toToolChoice(persuaded ? 'auto' : toolChoice, request.parameters) }
      : {}),
    ...(config ? { thinking: config as NonNullable<Body['thinking']> } : {}),
    ...(Object.keys(output).length > 0 ? { output_config: output } : {}),
  };
}

/** The API refuses calls in a conversation whose request has no tools: it gets those that were called, and may call none. */
function withCalledTools(asked: ChatRequest): ChatRequest {
  const called = asked.messages.flatMap((one) => (one.role === 'assistant' ? one.toolCalls : []));
  if (asked.tools.length > 0 || called.length === 0) return asked;
  const names = [...new Set(called.map(({ name }) => name))];
  const parameters = { type: 'object', properties: {} };
  const tools = names.map((name) => ({ name, description: 'Not available any more.', parameters }));
  return { ...asked, tools, toolChoice: 'none' };
}

/** The schema of the answer, where model and schema allow it to be native. */
function nativeFormat({ model, responseFormat }: ChatRequest) {
  if (!responseFormat || responseFormat === 'json' || !anthropicTraits(model).format)
    return undefined;
  const schema = anthropicFormat(responseFormat.schema);
  return schema && { type: 'json_schema' as const, schema };
}

/** What comes before the messages; its last block ends what is cached of it. */
function beginning(
  { messages, tools, responseFormat }: ChatRequest,
  { caching, formatted }: { caching: boolean; formatted: boolean },
): Pick<Body, 'system' | 'tools'> {
  const asked =
    responseFormat && !formatted ? withFormatInWords(messages, responseFormat) : messages;
  const text = systemText(asked);
  const converted: Tool[] = tools.map((tool) => ({
    ...toAnthropicTool(tool),
    ...marked(tool.cacheControl),
  }));
  const last = converted.at(-1);
  if (caching && !text && last) converted.splice(-1, 1, cached(last));
  const system = { type: 'text' as const, text };
  return {
    ...(text
      ? { system: [caching ? cached(system) : { ...system, ...marked(cacheOfSystem(messages)) }] }
      : {}),
    ...(converted.length > 0 ? { tools: converted } : {}),
  };
}

/** Adds words at the end, so that nothing before them changes, on which the cache and thinking depend. */
function say(turns: Turn[], text: string): void {
  const last = turns.at(-1);
  if (last?.role === 'user') last.content.push({ type: 'text', text });
  else turns.push({ role: 'user', content: [{ type: 'text', text }] });
}

function toToolChoice(choice: ToolChoice, parameters: Parameters = {}): AnthropicToolChoice {
  const alone = parameters.parallel_tool_calls === false && { disable_parallel_tool_use: true };
  if (typeof choice !== 'string') return { type: 'tool', name: choice.tool, ...alone };
  if (choice === 'none') return { type: 'none' };
  return { type: choice === 'required' ? 'any' : choice, ...alone };
}
