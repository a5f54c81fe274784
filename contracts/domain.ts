import type { OutputForm } from './agents/output-form.ts';
import type { Problem } from './values/problem.ts';

/** An agent that comes with a domain; it plans before it acts. */
export type DomainAgent = {
  name: string;
  role: string;
  instructions: string;
  tools: string[];
  /** The name of an output form; left out, a report. */
  output?: string;
};

/** A category of tools. */
export type DomainCategory = {
  name: string;
  title: string;
  /** How long an answer may be given again, in milliseconds; 0 is never. */
  cacheMs: number;
};

/** What a domain gives that all layers know of: the engine works with none of them too. */
export type Domain = {
  name: string;
  agents: readonly DomainAgent[];
  /** Forms in which agents deliver their results, by name. */
  outputForms: Record<string, OutputForm>;
  /** What tools want of arguments across their fields, by the tool's name. */
  argumentRules: Record<string, (args: unknown) => Problem[]>;
  toolCategories: readonly DomainCategory[];
  /** What notifications can tell of beside runs. */
  notificationKinds: readonly string[];
};
