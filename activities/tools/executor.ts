import type { Json } from '../../contracts/json.ts';
import type {
  ToolAnswer,
  ToolProgress,
  ToolRefusalCode,
  ToolSpec,
  ToolTerms,
} from '../../contracts/tools.ts';

export type ToolRequest = {
  tool: string;
  args: Json;
  /** Idempotency key of the call: the same on every retry. */
  key: string;
  runId: string;
  user: string;
  /** Set when an agent asks: the tools it may use. */
  allowedTools?: readonly string[];
  signal: AbortSignal;
  /** Told how far the tool has come, while it runs. */
  onProgress?: (progress: ToolProgress) => void;
};

/** Runs tools: look-up, plan, permission, rate limit, validation, cache, execution, log. */
export interface ToolExecutor {
  readonly terms: ToolTerms;
  list(): ToolSpec[];
  find(name: string): ToolSpec | undefined;
  /** Short text for people: `get_ohlcv SPX 1d`. Never throws, whatever the arguments. */
  label(name: string, args: Json): string;
  /** @throws {ToolRefused} at the first check that fails. */
  run(request: ToolRequest): Promise<ToolAnswer>;
}

/** A call that was not, or not successfully, carried out. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused';
  readonly code: ToolRefusalCode;
  /** True when the same call can succeed later. */
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: ToolRefusalCode,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
