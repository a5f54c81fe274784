import { z } from 'zod';
import type { Json, JsonSchema } from '../../contracts/json.ts';
import type { Plan, RateLimit, ToolCategory, ToolSpec } from '../../contracts/tools.ts';
import { cutText } from '../../contracts/text.ts';

/** What a handler is given beside its arguments. */
export type ToolContext<Services> = {
  services: Services;
  /** The same on every retry of one call: the idempotency key of side effects. */
  key: string;
  runId: string;
  user: string;
  signal: AbortSignal;
  /**
   * Tells those who watch the run how far it has come; it is kept nowhere, and of much in a short time the last counts.
   * @param fraction from 0 to 1, where it is known.
   */
  progress(message: string, fraction?: number): void;
};

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
  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable;
  }
}

/** The settings of this Baton, by name. */
export type ToolSettings = Readonly<Record<string, unknown>>;

/** What to do before a tool can be called, such as `set FMP_API_KEY`; undefined where nothing is missing. */
type FindMissing = (settings: ToolSettings) => string | undefined;

/** A tool's specification, wherever it is used. */
export type DescribedTool = Omit<ToolSpec, 'missing'>;

/** A tool: its specification and its handler. */
export type Tool<Services = never> = DescribedTool & {
  missing?: FindMissing;
  /** Checks and defaults the arguments. */
  schema: z.ZodType;
  /** A short text for people, such as `SPX 1d`. */
  label(args: Record<string, unknown>): string;
  handle(args: never, context: ToolContext<Services>): Promise<Json>;
};

/**
 * Declares a tool. The JSON Schema of its parameters comes from `schema`, which also types `handle`.
 */
export function defineTool<Schema extends z.ZodObject, Services>(definition: {
  name: string;
  version?: number;
  description: string;
  category: ToolCategory;
  plan: Plan;
  rateLimit: RateLimit;
  sideEffect?: boolean;
  /** Tools that may serve where this one fails, the best first. */
  alternatives?: readonly string[];
  /** What to do before it can be called, such as `set FMP_API_KEY`. */
  missing?: FindMissing;
  schema: Schema;
  label?: (args: Partial<z.output<Schema>>) => string;
  handle(args: z.output<Schema>, context: ToolContext<Services>): Promise<Json>;
}): Tool<Services> {
  const { version = 1, sideEffect = false, schema, label } = definition;
  const parameters = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  delete parameters['$schema'];
  return {
    ...definition,
    id: `${definition.name}@${version}`,
    version,
    sideEffect,
    parameters,
    schema,
    label: label ? (args) => label(args as Partial<z.output<Schema>>) : firstStrings,
  };
}

/** What a tool says of itself under the settings of this Baton. */
export function toolSpecOf<Services>(tool: Tool<Services>, settings: ToolSettings): ToolSpec {
  const { id, name, version, description, category, plan, rateLimit, parameters } = tool;
  const { sideEffect, alternatives } = tool;
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
    ...(alternatives && { alternatives }),
    ...(missing !== undefined && { missing }),
  };
}

/** The texts of arguments, cut: what there is to say of a call whose arguments are not as they should be. */
export function firstStrings(args: Record<string, unknown>): string {
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  return cutText(texts.join(' '), 60);
}
