import { z } from 'zod';
import type { Json, JsonObject } from './base/json.ts';
import { toolCategories } from './tools/categories.ts';
import { plans } from './tools/tools.ts';

/** An answer to a request that a tool of the user's own has sent. */
export type OwnToolAnswer = {
  status: number;
  /** Where it came from: of a redirect, its end. */
  url: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
};

/** What the handler of a tool of the user's own is given beside its arguments. */
export type OwnToolContext = {
  /**
   * Sends a request through Baton's guarded client: to the open internet and to the hosts of BATON_NETWORK_HOSTS alone,
   * within `timeoutMs` (15,000 by default) and for at most `maximumBytes` (1,000,000 by default).
   * @throws {ToolError} that says why there is no answer; an error status is an answer.
   */
  request(
    url: string | URL,
    options?: {
      /** @default 'GET' */
      method?: 'GET' | 'POST' | 'PUT';
      headers?: Record<string, string>;
      body?: string;
      timeoutMs?: number;
      maximumBytes?: number;
    },
  ): Promise<OwnToolAnswer>;
  /** The values of the environment variables that the tool names in `settings`. */
  settings: Record<string, string>;
  /** The same on every retry of one call: give it to the other side as the key of a side effect. */
  key: string;
  runId: string;
  user: string;
  /** Whether an earlier try under the same key broke off, and may have had its effect. */
  mayHaveRun: boolean;
  /** Aborted when the time of the call is up. */
  signal: AbortSignal;
  /** Tells those who watch the run how far it has come; `fraction` is from 0 to 1. */
  progress(message: string, fraction?: number): void;
};

/** A failure that people and models are told in its own words; another error goes to the worker's log alone. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly retryable: boolean;
  constructor(message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryable = options.retryable ?? false;
  }
}

const positive = z.number().int().positive();

/** What a tool of the user's own says of itself, beside its arguments and its handler. */
const described = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,49}$/, 'use 2 to 50 lowercase letters, digits and _')
    .refine(
      (name) => !name.startsWith('mcp__'),
      'names that start with mcp__ are reserved for MCP servers',
    ),
  version: positive.default(1),
  description: z.string().min(10).max(2_000),
  category: z.enum(toolCategories),
  plan: z.enum(plans).default('free'),
  rateLimit: z
    .strictObject({
      minute: positive.optional(),
      hour: positive.optional(),
      day: positive.optional(),
    })
    .default({ minute: 30 }),
  sideEffect: z.boolean().default(false),
  untrusted: z.boolean().default(true),
  cacheMs: z.number().int().nonnegative().optional(),
  alternatives: z.array(z.string()).optional(),
  settings: z.array(z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'use a name such as MY_KEY')).default([]),
  timeoutMs: positive.max(600_000).default(30_000),
};

const isObjectSchema = (value: unknown): value is z.ZodObject =>
  typeof value === 'object' && value !== null && 'safeParse' in value && 'shape' in value;

/** What the default export of a tool's file must be. */
export const ownToolSchema = z.strictObject({
  ...described,
  schema: z.custom<z.ZodObject>(isObjectSchema, 'must be z.object({ … }) or z.strictObject({ … })'),
  example: z.record(z.string(), z.json()).optional(),
  handle: z.custom<(args: never, context: OwnToolContext) => unknown>(
    (value) => typeof value === 'function',
    'must be a function',
  ),
});

/** What is known of a tool of the user's own outside of its thread. */
export type OwnToolSpec = Omit<z.output<typeof ownToolSchema>, 'schema' | 'handle' | 'example'> & {
  parameters: JsonObject;
  example?: JsonObject;
};

/**
 * A tool of one's own: the default export of a file in `extensions/tools`.
 * @public for those files.
 */
export const defineTool = <Schema extends z.ZodObject>(definition: {
  /** As agents and pipelines name it. */
  name: string;
  /** @default 1 */
  version?: number;
  /** What it does and what it answers with, for a model that chooses among tools. */
  description: string;
  category: string;
  /** @default 'free' */
  plan?: (typeof plans)[number];
  /** Calls that one user may make. @default { minute: 30 } */
  rateLimit?: { minute?: number; hour?: number; day?: number };
  /** Whether a call changes something outside of the run. @default false */
  sideEffect?: boolean;
  /** Whether its answers hold what others wrote; false only where you vouch for every word. @default true */
  untrusted?: boolean;
  /** How long an answer may be given again, in milliseconds; left out, as its category has it. */
  cacheMs?: number;
  /** Tools that may serve where this one fails, the best first. */
  alternatives?: string[];
  /** Environment variables that it needs: without one of them it is not offered, and `handle` is given their values. */
  settings?: string[];
  /** The longest that a call may take. @default 30_000 */
  timeoutMs?: number;
  /** The arguments; `.describe()` tells a model what to give. */
  schema: Schema;
  /** Arguments of a call, as an example. */
  example?: z.input<Schema>;
  handle(args: z.output<Schema>, context: OwnToolContext): Promise<Json> | Json;
}): typeof definition => definition;
