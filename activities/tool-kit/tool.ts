import type { z } from 'zod';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { CallPreview } from '../../contracts/tools/preview.ts';
import type { RefusedPlace, ToolAway, ToolFault, ToolSpec } from '../../contracts/tools/tools.ts';
import type { Moment } from '../../contracts/tools/moment.ts';
import type { Payer } from './executor.ts';

/** What a handler is given beside its arguments. */
export type ToolContext<Services> = {
  services: Services;
  /** The same on every retry of one call: the idempotency key of side effects. */
  key: string;
  runId: string;
  user: string;
  /** Whether an earlier try under the same key broke off, and may have had its effect. */
  mayHaveRun: boolean;
  /** Whether the call is to be made once only. A tool whose other side knows a repeated call by its key need not look. */
  once: boolean;
  /** Up to when the run may know of anything; undefined is now. */
  moment: Moment | undefined;
  /** Who pays where it asks a model. */
  payer(): Promise<Payer>;
  signal: AbortSignal;
  /**
   * Tells those who watch the run how far it has come; it is kept nowhere, and of much in a short time the last counts.
   * @param fraction from 0 to 1, where it is known.
   */
  progress(message: string, fraction?: number): void;
};

/** What a tool is given to say what a call would do, or has done. */
export type ProposalContext<Services> = Pick<
  ToolContext<Services>,
  'services' | 'key' | 'runId' | 'user'
>;

/** What a tool is given to say what a call that waits for approval would do now. */
export type PreviewContext<Services> = ProposalContext<Services> & {
  /** The arguments as they were asked for, without defaults. */
  asked: JsonObject;
};

/** What a tool is given to say how its user's records stand. */
export type RevisionContext<Services> = Pick<ToolContext<Services>, 'services' | 'user'>;

/** Says that the answer is not there yet: call again, with the same key, after `retryAfterMs`. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  readonly retryAfterMs: number;
  constructor(reason: string, retryAfterMs: number) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * A failure of a tool that says whether trying again can help. Any other error that a handler throws
 * counts as one that cannot be mended by trying again.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly retryable: boolean;
  /** Where it lies that another try does not help. */
  readonly fault: ToolFault;
  /** What does not respond, where that is why; nothing has happened then. */
  readonly away: ToolAway | undefined;
  /** Whether the call may have been executed all the same. */
  readonly doubt: boolean;
  /** @param options.fault left out, the request asks for what there is not. */
  constructor(
    message: string,
    options: {
      retryable: boolean;
      fault?: ToolFault;
      away?: ToolAway | undefined;
      doubt?: boolean;
      cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
    this.away = options.away;
    this.doubt = options.doubt ?? false;
    this.fault = options.fault ?? 'request';
  }
}

/** The settings of this Baton, by name, and what was found behind them. */
export type ToolSettings = Readonly<Record<string, unknown>> & {
  /** Models that tools would ask and that nothing serves, each with what to set. */
  readonly unservedModels?: readonly string[];
  /** Why the file of `BATON_SSH_FILE` cannot be used. */
  readonly sshFileProblem?: string | undefined;
};

/** What to do before a tool can be called, such as `set FMP_API_KEY`; undefined where nothing is missing. */
export type FindMissing = (settings: ToolSettings) => string | undefined;

/** A tool's specification, wherever it is used. */
export type DescribedTool = Omit<ToolSpec, 'missing' | 'earlier' | 'preview'>;

/** A tool: its specification and its handler. */
export type Tool<Services = never> = DescribedTool & {
  missing?: FindMissing;
  /** Checks and defaults the arguments. */
  schema: z.ZodType;
  /** A short text for people, such as `6 * 7`. */
  label(args: Record<string, unknown>): string;
  /** What is wrong with arguments that fit the schema, each with its place in them; none where nothing is. */
  validate?(
    args: never,
    context: Pick<ToolContext<Services>, 'services' | 'user'>,
  ): readonly RefusedPlace[] | Promise<readonly RefusedPlace[]>;
  /** Whether a call with these arguments changes nothing, though others do. */
  isReadOnly?(args: never): boolean;
  /** Whether a call under this key has had its effect already, so that all that is left is to tell of it. */
  isUnderWay?(context: ProposalContext<Services>): Promise<boolean>;
  /**
   * Whether a call with these arguments only ends what the user has under way at a risk: neither the plan
   * nor a limit nor what is set for the user keeps it out then, but that the tool itself is denied.
   */
  isRelief?(
    args: never,
    context: Pick<ToolContext<Services>, 'services' | 'user'>,
  ): Promise<boolean>;
  /** Whether a call with these arguments only makes smaller what the user has at risk; left out, as `isRelief` says. */
  reducesRisk?(
    args: never,
    context: Pick<ToolContext<Services>, 'services' | 'user'>,
  ): Promise<boolean>;
  /**
   * Of a tool that reads a user's own records: a text that is another one once they have changed. An answer that is
   * kept counts only as long as it stays the same.
   */
  revision?(context: RevisionContext<Services>, args: never): Promise<string>;
  /**
   * What a person who is asked to approve a call is shown beside its arguments.
   * @throws {ToolError} where the call would surely be refused.
   */
  propose?(args: never, context: ProposalContext<Services>): Promise<JsonObject>;
  /** What that person is shown while the approval waits, again and again: what the call would do now. Nothing is changed. */
  preview?(args: never, context: PreviewContext<Services>): Promise<CallPreview>;
  handle(args: never, context: ToolContext<Services>): Promise<Json>;
  /** What is made of the handler's answer before it is kept and given. */
  postProcess?(output: Json, args: never): Json | Promise<Json>;
};

/** What a tool says of itself under the settings of this Baton. */
export function toolSpecOf<Services>(tool: Tool<Services>, settings: ToolSettings): ToolSpec {
  const { id, name, version, description, category, plan, rateLimit, parameters } = tool;
  const { sideEffect, switch: needed, quick, alternatives, lookup } = tool;
  const { untrusted, cacheMs, example, lacks } = tool;
  const missing = tool.missing?.(settings);
  return {
    id,
    name,
    version,
    description,
    category,
    plan,
    rateLimit,
    parameters,
    sideEffect,
    ...(needed !== undefined && { switch: needed }),
    ...(tool.isRelief && { relief: true }),
    ...(tool.preview && { preview: true }),
    ...(quick && { quick }),
    ...(alternatives && { alternatives }),
    ...(lookup !== undefined && { lookup }),
    ...(untrusted && { untrusted }),
    ...(cacheMs !== undefined && { cacheMs }),
    ...(example && { example }),
    ...(missing !== undefined && { missing, ...(lacks && { lacks }) }),
  };
}
