import type { JsonObject } from '../base/json.ts';
import type { ChatQuestion, FinishReason, ToolCall, Usage } from './messages.ts';

/** How a request to models ended. */
export const requestStatuses = ['answered', 'failed', 'stopped'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** Through what a request came to a model: an agent or a tool of a run, or the gateway. */
export const requestDoors = ['run', 'gateway'] as const;
export type RequestDoor = (typeof requestDoors)[number];

/** A text as it went over the wire; shorter than `characters` where the rest was not kept. */
export type WireText = { text: string; characters: number };

/** One HTTP request to a provider and its answer, as they went over the wire, without keys. */
export type WireExchange = {
  /** Which attempt it was a part of, as an index into the attempts. */
  attempt: number;
  /** When it was sent, in ISO 8601. */
  at: string;
  method: string;
  url: string;
  sent?: WireText;
  /** Of the answer; left out where none came. */
  status?: number;
  /** Those headers of the answer that tell of limits and ids. */
  headers?: Record<string, string>;
  received?: WireText;
  /** Milliseconds from when it was sent to the answer's headers, its first bytes, and its end. */
  headersMs?: number;
  firstMs?: number;
  endMs?: number;
  /** Why there is no answer, or not all of it. */
  error?: string;
};

/** One try of a provider within a model call: what was asked, and how it ended. */
export type ModelAttempt = {
  model: string;
  /** Which of the model's deployments it was, where it has some. */
  deployment?: string;
  status: 'answered' | 'failed' | 'skipped';
  /** HTTP status or error code, and what was said. */
  error?: { code: string; message: string };
  /** Its tools were described in words, since it could not call them. */
  toolsInWords?: true;
  durationMs: number;
};

/** What a model answered, in Baton's own form. */
export type RequestAnswer = {
  text: string;
  toolCalls: ToolCall[];
  /** What it thought, where that may be shown. */
  reasoning?: string;
  finish: FinishReason;
  usage: Usage;
  isRefusal?: true;
  /** What of the request the model did not take. */
  ignored?: string[];
};

/** What is kept of a request to models beside its figures. */
export type RequestContent = {
  /** The models that could answer, the first before the others. */
  chain: string[];
  /** As Baton had it, before it was written for a provider; null where it was too long to be kept. */
  question: ChatQuestion | null;
  answer?: RequestAnswer;
  error?: { type: string; message: string };
  attempts: ModelAttempt[];
  exchanges: WireExchange[];
  /** Exchanges that were not kept, since there were so many. */
  exchangesLeftOut?: number;
};

/** A Chat Completions request, as it can be sent to the gateway. */
export type ChatBody = JsonObject & { model: string; messages: JsonObject[] };
