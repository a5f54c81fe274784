import type { Json } from '../../../contracts/base/json.ts';

/** Code to run, and its bounds. */
export type CodeRequest = {
  /** The body of an async function with the parameter `input`. */
  code: string;
  input: Json;
  timeoutMs: number;
  memoryBytes: number;
  /** Characters of the result as JSON, and of what it logs. */
  maximumCharacters: number;
};

export type CodeAnswer =
  | { status: 'completed'; result: Json; logs: string[] }
  /** It threw, or went over a bound. */
  | { status: 'failed'; message: string; logs: string[] };

/** Runs JavaScript that nobody has checked. */
export type RunCode = (
  request: Pick<CodeRequest, 'code' | 'input' | 'timeoutMs'>,
  signal: AbortSignal,
) => Promise<CodeAnswer>;
