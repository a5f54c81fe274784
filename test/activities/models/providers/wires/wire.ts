import type { Usage } from '../../../../../contracts/models/messages.ts';
import type { ModelProvider } from '../../../../../activities/models/provider.ts';

/** A tool call as a model writes it: `args` is JSON text, which may be broken. */
export type WrittenCall = { id: string; name: string; args: string };

/** What an answer is made of; it finishes with `tool_calls` where there are calls, else with `stop`. */
export type Parts = { text?: string; reasoning?: string; calls?: WrittenCall[] };

/** How one provider writes what the shared suite talks about. */
export type Wire = {
  name: string;
  /** A name that the provider knows: how a request is written depends on it. */
  model: string;
  /** Where chats are sent, whole and streamed. */
  path: { whole: string; streamed: string };
  create(serverUrl: string): ModelProvider;
  /** A whole answer. */
  answer(parts: Parts): unknown;
  /** The same answer as server-sent events, each text, reasoning and arguments in at least two pieces. */
  stream(parts: Parts): string;
  /** The usage of every answer here: 100 tokens read, 60 of them cached, 7 written where it can say so. */
  usage: Usage;
  /** The body of an error. */
  error(type: string, message: string, code?: string): unknown;
  /** An error in the middle of a stream that began with HTTP 200; left out where the wire has none. */
  streamError?(type: string, message: string): string;
  /** What the provider cannot do, so that the suite leaves it out. */
  without?: readonly ('call ids' | 'forced tool' | 'reasoning' | 'embeddings')[];
};
