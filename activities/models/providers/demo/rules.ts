import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import type { Facts } from './facts.ts';

/** Arguments for a tool, as far as they are known; undefined where it cannot be called yet. */
export type Draft = { [name: string]: Json | undefined } | undefined;

export type PlannedCall = { name: string; args: JsonObject };

/** A step of its plan: the tools that do it, and those whose answers it needs. */
export type Work = { id: string; text: string; tools: string[]; needs?: string[] };

/** What the demo model writes into its plans. */
export type PlanRules = {
  /** What it means to do, in the order in which it calls the tools. */
  work: readonly Work[];
  /** What a plan leads to, by the tool that delivers it; else a report. */
  results: Record<string, string>;
};

/** A form of result, known by the tools that deliver it. */
export type OutputForm<Known extends Facts> = {
  tools: string[];
  deliver(facts: Known): Output;
  /** After a first one was refused. */
  refrain(facts: Known): Output;
};
export type Output = { tool: string; args: NonNullable<Draft> };

/** What the demo model knows of a field of work. */
export type DemoRules<Known extends Facts> = PlanRules & {
  /** What it makes of what the conversation tells. */
  read(facts: Facts): Known;
  /** What is asked, in this order; the tools of one stage do not need each other and are called together. */
  stages: readonly Record<string, (facts: Known) => Draft>[];
  forms: readonly OutputForm<Known>[];
  /** Choices of a form that say what it has found, in lower case, the nearest first. */
  said(facts: Known): readonly string[];
  /** The text of a field that it knows by its name. */
  textOf(name: string, facts: Known): string | undefined;
  /** A form filled with what the task says; undefined where that does not fill it, or where this is left out. */
  fill?(schema: JsonSchema, facts: Known): Json | undefined;
  /** What the tools gave, in a few lines. */
  report(facts: Known): string;
};
