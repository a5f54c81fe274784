import type { JsonObject, JsonSchema } from './json.ts';

/** One call of a tool that a model asked for. `argsError` is set when its arguments were not JSON. */
export type ToolCall = { id: string; name: string; args: JsonObject; argsError?: string };

/** One entry of a conversation, in Baton's own form; each provider converts it both ways. */
export type ChatMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; toolCalls: ToolCall[] }
  | { role: 'tool'; callId: string; name: string; text: string; isError: boolean };

/** What a model is told of a tool. `parameters` is a JSON Schema of type object. */
export type ToolDefinition = { name: string; description: string; parameters: JsonSchema };

export type ToolChoice = 'auto' | 'none' | 'required' | { tool: string };

/** Token counts of one call. `cachedInputTokens` is a part of `inputTokens`. */
export type Usage = { inputTokens: number; outputTokens: number; cachedInputTokens: number };

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter';
