import type { ParameterNames, Parameters } from './parameters.ts';
import type { JsonObject, JsonSchema } from '../base/json.ts';

/**
 * One call of a tool that a model asked for. `argsError` is set when its arguments were no JSON object, and `argsText`
 * is then what the model wrote: such a call is never run, and goes on as it was written.
 */
export type ToolCall = {
  id: string;
  name: string;
  args: JsonObject;
  argsError?: string;
  argsText?: string;
  /** Opaque proof of the thoughts before the call, which its provider wants back (Gemini). */
  signature?: string;
};

/** An image in a message: base64 data with its media type, or a public URL. */
export type Image = { mediaType: string; data: string } | { url: string };

export const imageDetails = ['auto', 'low', 'high', 'original'] as const;

/** A file in a message: base64 data with its media type, a public URL, or the id under which its provider keeps it. */
export type FilePart = { type: 'file'; name?: string } & (
  | { mediaType: string; data: string }
  | { url: string }
  | { id: string }
);

/** A part of what a message holds. `format` of audio is `wav` or `mp3`, and its data are base64. */
export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image'; image: Image; detail?: (typeof imageDetails)[number] }
  | { type: 'audio'; format: string; data: string }
  | FilePart;

/** One piece of a model's reasoning. It goes back, unchanged, to the provider it came from. */
export type Reasoning = {
  /** What may be shown to people; empty where the provider hides it. */
  text: string;
  /** The provider's opaque parts: a signature, an id, encrypted content. */
  opaque?: JsonObject;
};

/** What a model said, and how to give it back to the same provider. */
export type AssistantMessage = {
  role: 'assistant';
  text: string;
  toolCalls: ToolCall[];
  /** The text is the model's refusal. */
  isRefusal?: true;
  name?: string;
  cacheControl?: JsonObject;
  reasoning?: Reasoning[];
  /** Who answered, as `provider:model`: reasoning and signatures are for that provider alone. */
  model?: string;
  /** The provider's id of a response that it keeps, from which a conversation can go on there. */
  responseId?: string;
};

/** One entry of a conversation, in Baton's own form; each provider converts it both ways. */
export type ChatMessage =
  | { role: 'system'; text: string; name?: string; cacheControl?: JsonObject }
  | UserMessage
  | AssistantMessage
  | ToolMessage;

/** What somebody told the model. `parts` is all of it in its order, where it is more than a text with images. */
export type UserMessage = {
  role: 'user';
  text: string;
  images?: Image[];
  parts?: ContentPart[];
  name?: string;
  cacheControl?: JsonObject;
  outside?: string[];
};

/**
 * What a call gave: `parts` is all of it in its order, where it is more than a text. `outside` names whose content it
 * holds, where others wrote it.
 */
export type ToolMessage = {
  role: 'tool';
  callId: string;
  name: string;
  text: string;
  parts?: ContentPart[];
  cacheControl?: JsonObject;
  isError: boolean;
  outside?: string[];
};

/** What a model is told of a tool. `parameters` is a JSON Schema of type object. */
export type ToolDefinition = {
  name: string;
  description: string;
  parameters: JsonSchema;
  /** Whether the model is held to the schema; left out, where the schema allows it. */
  strict?: boolean;
  cacheControl?: JsonObject;
};

export type ToolChoice = 'auto' | 'none' | 'required' | { tool: string };

/** The form of an answer's text: any JSON object, or JSON that fits a schema. */
export type ResponseFormat = 'json' | { name: string; schema: JsonSchema; strict?: boolean };

/** How much a model thinks before it answers; left out, as much as it does by itself. */
export const reasoningEfforts = ['none', 'low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** What a model is asked, whichever model it is and whatever the form in which a client asked for it. */
export type ChatQuestion = {
  messages: ChatMessage[];
  tools: ToolDefinition[];
  toolChoice: ToolChoice;
  maximumOutputTokens?: number;
  temperature?: number;
  /** The form that the answer's text must have: native where the provider knows it, else asked for in words. */
  responseFormat?: ResponseFormat;
  reasoningEffort?: ReasoningEffort;
  /** What else a client has set; where a model does not take it, it is ignored. */
  parameters?: Parameters;
  /** Fields of the client's that nobody carries to a model. */
  unknown?: string[];
  /** How the client calls parameters, where that is not their name here. */
  names?: ParameterNames;
  /** Nothing may be ignored. */
  strict?: boolean;
};

/** Token counts of one call, from which its price follows. */
export type Usage = {
  /** All that was read: what came from a cache and what was written to one are a part of it. */
  inputTokens: number;
  /** All that was written: reasoning is a part of it. */
  outputTokens: number;
  cachedInputTokens: number;
  cacheWriteTokens: number;
  /** What of the cache's writing is kept for an hour (Anthropic), at a price of its own: a part of it. */
  cacheWriteHourTokens?: number;
  reasoningTokens: number;
  /** What was written as images: a part of the output. */
  imageTokens?: number;
};

export const noUsage: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

export type FinishReason = 'stop' | 'tool_calls' | 'length' | 'content_filter';

/** A part of an answer as it comes. `index` counts the calls of the answer from 0. */
export type ChatDelta =
  | { type: 'text-delta'; text: string; isRefusal?: true }
  | { type: 'reasoning-delta'; text: string }
  | { type: 'tool-call-start'; index: number; id: string; name: string }
  | { type: 'tool-call-delta'; index: number; arguments: string };

/** Calls in a queue go by this; within one priority, first come, first served. */
export const priorities = ['high', 'normal', 'low'] as const;
export type Priority = (typeof priorities)[number];
