import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { Moment } from '../../contracts/tools/moment.ts';
import type { CallPreview } from '../../contracts/tools/preview.ts';
import type { Caller } from '../base/caller.ts';
import type { AgentAsking } from './agent-asking.ts';
import type {
  Plan,
  RateLimit,
  RefusedPlace,
  ToolAnswer,
  ToolAway,
  ToolFault,
  ToolMetadata,
  ToolProgress,
  ToolRefusalCode,
  ToolSpec,
  ToolTerms,
} from '../../contracts/tools/tools.ts';

/** On whose behalf a tool asks a model, and out of which budgets. */
export type Payer = Omit<Caller, 'callId'>;

export type ToolRequest = {
  tool: string;
  args: Json;
  /** Idempotency key of the call: the same on every retry. */
  key: string;
  runId: string;
  user: string;
  /** Set when an agent asks: the tools it may use, by `<name>`, or `<name>@<version>` where it keeps to one. */
  allowedTools?: readonly string[];
  /** The agent that asks, for the audit log. */
  agent?: string;
  /** What decides on its side effect: without it an agent has none, and a node asks nobody. */
  asking?: AgentAsking;
  /** Set when an earlier try under the same key broke off, and may have had its effect. */
  mayHaveRun?: boolean;
  /** Set where it is to be made once only, however the first try ended. */
  once?: boolean;
  /** Up to when the run may know of anything; left out, now. */
  moment?: Moment | undefined;
  /** Who pays where the tool asks a model; left out, the user outside of any run. */
  payer?: () => Promise<Payer>;
  signal: AbortSignal;
  /** Waited for right before a side effect happens, which it stops by throwing. */
  onEffect?: () => Promise<void>;
  /** Told how far the tool has come, while it runs. */
  onProgress?: (progress: ToolProgress) => void;
};

/** A call that waits for approval. */
export type PreviewRequest = Pick<
  ToolRequest,
  'tool' | 'args' | 'key' | 'runId' | 'user' | 'signal'
>;

/** What is left of a limit. */
export type QuotaWindow = {
  window: keyof RateLimit;
  limit: number;
  remaining: number;
  /** When the window starts anew; null while nothing is counted in it. */
  resetAt: Date | null;
};

export type ToolFilter = {
  category?: string | undefined;
  /** Those that this plan includes. */
  plan?: Plan | undefined;
};

/** Runs tools: every check of a call, the call, and its log. */
export interface ToolExecutor {
  /** Of users who have none of their own. */
  readonly terms: ToolTerms;
  termsOf(user: string): Promise<ToolTerms>;
  /** The newest version of each tool, with its earlier ones. */
  list(filter?: ToolFilter): ToolSpec[];
  /** By `<name>`, or by `<name>@<version>`. */
  find(name: string): ToolSpec | undefined;
  /**
   * What a user may still call of a tool; nothing is counted.
   * @throws {ToolRefused} `TOOL_NOT_FOUND`
   */
  quota(name: string, user: string): Promise<QuotaWindow[]>;
  /** Short text for people: `calculate 6 * 7`. Never throws, whatever the arguments. */
  label(name: string, args: Json): string;
  /**
   * What a call would do now, where a person is to approve it. It counts for no limit, and is in no log.
   * @throws {ToolRefused} where there is no such tool or it has no preview, and where it cannot be told for now.
   */
  preview(request: PreviewRequest): Promise<CallPreview>;
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
  /** Of what was carried out in vain, where it lies, as far as the tool says so. */
  readonly fault: ToolFault | undefined;
  /** What does not respond, where that is the reason. */
  readonly away: ToolAway | undefined;
  /** Whether the call may have been executed all the same. */
  readonly doubt: boolean;
  /** What is wrong with the arguments, where that is the reason. */
  readonly places: readonly RefusedPlace[] | undefined;
  /** How long it took to be refused; set when it leaves the executor. */
  metadata: ToolMetadata | undefined;

  constructor(
    code: ToolRefusalCode,
    message: string,
    options: {
      retryable?: boolean;
      retryAfterMs?: number;
      fault?: ToolFault;
      away?: ToolAway | undefined;
      doubt?: boolean;
      places?: readonly RefusedPlace[];
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.fault = options.fault;
    this.away = options.away;
    this.doubt = options.doubt ?? false;
    this.places = options.places;
  }
}

/** A call that a person has to approve first. To whoever does not know how to ask, it is refused. */
export class ApprovalNeeded extends ToolRefused {
  /** What a person is shown beside the arguments. */
  readonly proposal: JsonObject;

  constructor(tool: string, proposal: JsonObject) {
    super('PERMISSION_DENIED', `The call of ${tool} needs approval first.`);
    this.proposal = proposal;
  }
}
