import type { Json, JsonSchema } from './json.ts';

export const toolCategories = [
  'market',
  'portfolio',
  'news',
  'ml',
  'trading',
  'alerts',
  'calculate',
  'education',
  'web',
  'system',
] as const;
export type ToolCategory = (typeof toolCategories)[number];

/** Plans in rising order: a plan includes those before it. */
export const plans = ['free', 'pro', 'premium'] as const;
export type Plan = (typeof plans)[number];

/** Whether who has a plan may use what needs another. */
export function includesPlan(plan: Plan, needed: Plan): boolean {
  return plans.indexOf(plan) >= plans.indexOf(needed);
}

/** Calls that one user may make of one tool within each window; a window left out is unlimited. */
export type RateLimit = { minute?: number; hour?: number; day?: number };

/** What a tool says of itself, as the API lists it. Its executor and handler are apart from it. */
export type ToolSpec = {
  /** `<name>@<version>`; unique in a registry. */
  id: string;
  name: string;
  version: number;
  description: string;
  category: ToolCategory;
  plan: Plan;
  rateLimit: RateLimit;
  parameters: JsonSchema;
  /** True when a call changes something outside the run, such as placing an order. */
  sideEffect: boolean;
  /** Tools that may serve where this one fails, the best first. */
  alternatives?: readonly string[];
  /** What to do before it can be called, such as `set FMP_API_KEY`; left out where nothing is missing. */
  missing?: string;
};

/** What is allowed of tools in this Baton. */
export type ToolTerms = {
  plan: Plan;
  /** The tools that agents may use at all; left out, any. */
  allowedTools?: readonly string[] | undefined;
};

/** Why an agent cannot use a tool, and what to do; undefined where it can. */
export function toolGap(
  { name, plan, sideEffect, missing }: ToolSpec,
  terms: ToolTerms,
): { message: string; fix: string } | undefined {
  if (terms.allowedTools && !terms.allowedTools.includes(name)) {
    return { message: 'agents may not use it here', fix: `add ${name} to BATON_ALLOWED_TOOLS` };
  }
  if (sideEffect) {
    return {
      message: 'an agent may not call it itself, since it reads content that nobody has checked',
      fix: 'take it out, and put a tool node behind an approval in the pipeline',
    };
  }
  if (!includesPlan(terms.plan, plan)) {
    return {
      message: `needs the plan "${plan}", and this is "${terms.plan}"`,
      fix: `set BATON_PLAN=${plan}`,
    };
  }
  return missing === undefined ? undefined : { message: 'is not set up', fix: missing };
}

export const toolRefusals = [
  'TOOL_NOT_FOUND',
  'PLAN_REQUIRED',
  'PERMISSION_DENIED',
  'RATE_LIMIT',
  'VALIDATION_ERROR',
  'EXECUTION_ERROR',
] as const;
export type ToolRefusalCode = (typeof toolRefusals)[number];

/** How a call went: `cached` says that the answer came from the cache. */
export type ToolMetadata = { executionMs: number; cached: boolean };

/** How far a call has come, for those who watch: a fraction from 0 to 1, or null where nobody can say. */
export type ToolProgress = { message: string; fraction: number | null };

/**
 * What a call of a tool gives: its answer, or the news that it must be called again later, with the
 * same key, since what it waits for (the next bar, for one) has not happened yet.
 */
export type ToolAnswer =
  | { status: 'completed'; output: Json; metadata: ToolMetadata }
  | { status: 'waiting'; retryAfterMs: number; reason: string };

/** Where the data of an answer comes from and up to when it reaches; every market answer has one. */
export type Provenance = {
  source: string;
  /** ISO 8601 time of the newest datum in the answer. */
  asOf: string;
  /** Set where the data is not live: replayed, fictional or synthetic. */
  notice?: string;
};
