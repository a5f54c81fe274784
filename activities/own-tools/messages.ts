import type { Json } from '../../contracts/base/json.ts';
import type { RefusedPlace } from '../../contracts/tools/tools.ts';
import type { OwnToolAnswer, OwnToolContext, OwnToolSpec } from '../../contracts/own-tool.ts';

/** What a thread of a tool is started with. */
export type ThreadData = {
  /** Of the file. */
  url: string;
};

export type OwnCall = {
  args: Json;
} & Pick<OwnToolContext, 'key' | 'runId' | 'user' | 'mayHaveRun' | 'settings'>;

export type OwnRequest = { url: string } & NonNullable<Parameters<OwnToolContext['request']>[1]>;

/** An error on its way between threads. `told` errors are for people, `ended` ones are of the thread itself; others are for the log. */
export type ThreadError = {
  kind: 'told' | 'arguments' | 'ended' | 'unforeseen';
  name: string;
  message: string;
  retryable: boolean;
  /** What is wrong with the arguments, where that is the reason: each with its path from them. */
  places?: RefusedPlace[];
};

export type ToThread =
  | { type: 'call'; id: number; call: OwnCall }
  | { type: 'abort'; id: number }
  | { type: 'answer'; request: number; answer: OwnToolAnswer }
  | { type: 'unanswered'; request: number; error: ThreadError };

export type FromThread =
  | { type: 'loaded'; tool: OwnToolSpec }
  | { type: 'problem'; message: string; path: string; fix?: string; line?: number; column?: number }
  | { type: 'request'; id: number; request: number; wanted: OwnRequest }
  | { type: 'progress'; id: number; message: string; fraction?: number }
  | { type: 'done'; id: number; output: Json }
  | { type: 'failed'; id: number; error: ThreadError };
