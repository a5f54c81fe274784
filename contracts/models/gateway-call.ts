import type { AssistantMessage, ChatQuestion, FinishReason, Priority, Usage } from './messages.ts';
import type { Budget } from './budget.ts';
import type { AgentMemoryView } from '../api/memory.ts';
import type { Json } from '../base/json.ts';
import type { MemoryScope } from '../agents/memory.ts';
import type { CallPreview } from '../tools/preview.ts';
import type { RateLimit, RefusedPlace, ToolFault, ToolMetadata } from '../tools/tools.ts';

/** The key that a call is booked under, and the budget that its key has. */
export type Payer = { keyId: string; budget?: Budget };

/** A chat that the gateway was asked for, as its activity finds it in the records. */
export type GatewayChatCall = {
  chain: string[];
  question: ChatQuestion;
  priority: Priority;
  /** Whether somebody wants to see the answer as it comes. */
  stream: boolean;
  /** The client takes one tool call at a time: the others are left out. */
  oneToolCall: boolean;
  payer?: Payer;
};

export type GatewayChatAnswer = Pick<
  AssistantMessage,
  'text' | 'toolCalls' | 'reasoning' | 'responseId' | 'isRefusal'
> & {
  finish: FinishReason;
  usage: Usage;
  /** What of the request the model did not take. */
  ignored?: string[];
  /** Who answered, as `provider:model`. */
  model: string;
  /** Each model that was tried, in order; the last one answered. */
  attempts: {
    model: string;
    status: 'answered' | 'failed' | 'skipped';
    error?: { code: string; message: string };
    durationMs: number;
  }[];
  /** Decimal text in US dollars; null where the price is not known. */
  costUsd: string | null;
};

export type EmbeddingEncoding = 'float' | 'base64';

/** Texts to embed, as their activity finds them in the records. */
export type GatewayEmbeddingsCall = {
  model: string;
  texts: string[];
  /** Ids of tokens, in place of the texts. */
  tokens?: number[][];
  dimensions?: number;
  encoding: EmbeddingEncoding;
  priority: Priority;
  payer?: Payer;
};

export type GatewayEmbeddingsAnswer = {
  /** One a text: its numbers, or base64 of them as little-endian 32 bit floats. */
  vectors: number[][] | string[];
  inputTokens: number;
  model: string;
  /** Decimal text in US dollars; null where the price is not known. */
  costUsd: string | null;
};

/** A tool that a person or a program calls by itself, outside of any run. */
export type GatewayToolCall = {
  tool: string;
  args: Json;
  /** Whether a person has to approve a side effect first. */
  asks?: true;
};

/** What is left of a tool's limits, which workers count. */
export type GatewayQuotaCall = { quotaOf: string };

/** A call that waits for approval, to be looked at again. */
export type GatewayPreviewCall = {
  preview: { tool: string; args: Json; user: string; runId: string; approvalId: string };
};

/** What a domain is asked that only workers can find out; the question's form is the domain's own. */
export type GatewayQuestionCall = { domain: string; question: Json };

export type GatewayQuestionAnswer = { answer: Json };

export type GatewayToolAnswer = { output: Json; metadata: ToolMetadata };

export type GatewayQuotaAnswer = {
  /** `resetAt` in ISO 8601; null while nothing is counted. */
  windows: {
    window: keyof RateLimit;
    limit: number;
    remaining: number;
    resetAt: string | null;
  }[];
};

export type GatewayPreviewAnswer = { preview: CallPreview };

/** What the memory of an agent is asked, as its activity finds it in the records. */
export type GatewayMemoryCall =
  | {
      ask: 'list';
      agent: string;
      /** The most similar come first; left out, the newest. */
      query?: string;
      user?: string;
      limit: number;
      offset: number;
    }
  | {
      ask: 'forget';
      /** Null for every agent. */
      agent: string | null;
      scope: MemoryScope;
    };

export type GatewayMemoryAnswer =
  | (Omit<AgentMemoryView, 'nextCursor'> & { hasMore: boolean })
  | { forgotten: number };

/** Why a call has no answer. */
export const gatewayFailures = [
  'AllModelsFailed',
  'CallDelayed',
  'BudgetExceeded',
  'InvalidRequest',
  'AnswerDoesNotFit',
  'Interrupted',
  'ToolRefused',
  'ToolWaiting',
  'ApprovalNeeded',
  'MemoryUnavailable',
  'Cancelled',
  'Timeout',
  'Internal',
] as const;

export type GatewayFailure = {
  type: (typeof gatewayFailures)[number];
  message: string;
  /**
   * What the last model that was asked gave: an HTTP status or the network's error code; of a tool, its
   * `ToolRefusalCode`.
   */
  code?: string;
  /** What that meant, where it is about the request or about money. */
  kind?: 'context_too_long' | 'content_filter' | 'quota_used_up';
  retryAfterMs?: number;
  /** Of a tool that could not do what was asked: where that lies, or that it may pass. */
  fault?: ToolFault | 'passing';
  /** Of a tool: what is wrong with its arguments, and how long it took to be refused. */
  places?: readonly RefusedPlace[];
  metadata?: ToolMetadata;
};

/** Of a call that was stopped, by whoever asked for it or with what it was a part of. */
export const callStopped = {
  type: 'Cancelled',
  message: 'The call was stopped before it completed.',
} as const satisfies GatewayFailure;

/** What the attempts of a call's activity came to so far. */
export type CallProgress = {
  /** The last attempt that began, from 1: one that Temporal gave out and that never came to a worker did not. */
  begun: number;
  /** The last attempt that came back without an answer: one that began after it was lost with its worker. */
  returned: number;
  /** Attempts that failed; one that waited for a free place did not. */
  failures: number;
  /** Whether somebody was shown a part of an answer. */
  hasOutput: boolean;
};
