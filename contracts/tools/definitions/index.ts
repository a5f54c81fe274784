import type { JsonSchema } from '../../base/json.ts';
import type { ToolDefinition } from '../../models/messages.ts';
import { geminiSchema } from './gemini-schema.ts';
import { inlineReferences } from './inline-references.ts';
import { objectRoot } from './object-root.ts';
import { fitsStrictMode } from './strict-schema.ts';

/** A tool as OpenAI's Chat Completions take it, and those who speak as they do. */
export function toChatCompletionsTool(
  { name, description, parameters, strict }: ToolDefinition,
  { takesStrict = false } = {},
) {
  const held = takesStrict && strict !== undefined && { strict };
  const own = { name, description, parameters: objectRoot(parameters), ...held };
  return { type: 'function' as const, function: own };
}

/** A tool as OpenAI's Responses API takes it: strict where its schema allows that. */
export function toResponsesTool({
  name,
  description,
  parameters: given,
  strict: wanted,
}: ToolDefinition) {
  const parameters = objectRoot(given);
  const strict = wanted ?? fitsStrictMode(parameters);
  return { type: 'function' as const, name, description, parameters, strict };
}

/** A tool as Anthropic's Messages API takes it. */
export function toAnthropicTool({ name, description, parameters, strict }: ToolDefinition) {
  return {
    name,
    description,
    input_schema: { ...inlineReferences(objectRoot(parameters)).schema, type: 'object' as const },
    ...(strict !== undefined && { strict }),
  };
}

/** A tool as Gemini's `functionDeclarations` have it. */
export function toGeminiFunction({ name, description, parameters }: ToolDefinition): {
  name: string;
  description: string;
  parametersJsonSchema: JsonSchema;
} {
  return { name, description, parametersJsonSchema: geminiSchema(objectRoot(parameters)) };
}

/** What `tools` of a request to a provider is, by the name of its format. */
export const toolFormats = {
  openai: (tools: readonly ToolDefinition[]) => tools.map((tool) => toChatCompletionsTool(tool)),
  'openai-responses': (tools: readonly ToolDefinition[]) => tools.map(toResponsesTool),
  anthropic: (tools: readonly ToolDefinition[]) => tools.map(toAnthropicTool),
  gemini: (tools: readonly ToolDefinition[]) => [
    { functionDeclarations: tools.map(toGeminiFunction) },
  ],
};
export type ToolFormat = keyof typeof toolFormats;
export const toolFormatNames = Object.keys(toolFormats) as [ToolFormat, ...ToolFormat[]];
