import type { OutputForm } from './agents/output-form.ts';
import type { Json, JsonSchema } from './base/json.ts';
import type { TriggerKind } from './pipelines/triggers/base.ts';
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

type Choice = { title: string; action: string; outcome: string };

/** What an admin can turn off for all, and for single users: tools that name it are refused then. */
export type DomainSwitch = {
  /** As tools and the API name it; the option of `baton user` is made of it, such as `--night-calls` of `nightCalls`. */
  name: string;
  /** The setting for all who have none of their own; on where it is left out. */
  setting: string;
  title: string;
  /** The heading of its row in the terminal. */
  label: string;
  description: string;
  help: string;
  optionHelp: string;
  /** What is off, within a sentence: `calls at night`. */
  subject: string;
  /** The field of a tool in the API that says that it needs the switch. */
  toolField: { name: string; description: string };
  /** What is asked before it is turned for a user, whose name the title comes before. */
  confirm: { on: Choice; off: Choice; asEveryone: Choice };
  /** What else there is to know of it, with code in backticks. */
  note: string;
};

/** A text that workers publish on how the domain is set up, such as where its data come from. */
export type DomainNote = {
  /** The field of the API that has it. */
  name: string;
  title: string;
};

/** What came of a run, where its status alone does not say it: such as that data was missing. */
export type RunOutcome = {
  /** As the API names it; also the kind of the notification that tells of it. */
  name: string;
  /** In two or three words. */
  title: string;
  /** After the name of what was run: `ended without data`. */
  ending: string;
  /** What was the reason, and what to do. */
  text: string;
};

/** A trigger kind of a domain: its part of the worker fires it. */
export type DomainTriggerKind = TriggerKind & {
  /** When a trigger fires, in words. @param trigger with its defaults, as the schema gives it. */
  text(trigger: unknown): string;
};

/** Where an argument of a tool often comes from: a field of what another tool answered about the same thing. */
export type ArgumentSource = {
  tool: string;
  argument: string;
  from: { tool: string; field: string };
  /** The argument that both calls have, with the same value. */
  same: string;
};

/** What a domain gives that all layers know of: the engine works with none of them too. */
export type Domain = {
  name: string;
  agents: readonly DomainAgent[];
  /** Forms in which agents deliver their results, by name. */
  outputForms: Record<string, OutputForm>;
  /** What tools want of arguments across their fields, by the tool's name. */
  argumentRules: Record<string, (args: unknown) => Problem[]>;
  /** JSON Schemas of what tools answer, as far as every answer has it, by the tool's name. */
  toolOutputs?: Readonly<Record<string, JsonSchema>>;
  argumentSources?: readonly ArgumentSource[];
  toolCategories: readonly DomainCategory[];
  /** The tool that models are tested with where none is named. */
  testTool?: string;
  switches: readonly DomainSwitch[];
  /** What can start runs of a pipeline beside the engine's own triggers, by the name of the kind. */
  triggerKinds?: Readonly<Record<string, DomainTriggerKind>>;
  notes: readonly DomainNote[];
  /** Search attributes of type Keyword in Temporal: the API's part of the domain says what a run has in each. */
  searchAttributes: readonly string[];
  /** What notifications can tell of beside the end of a run and what it waits for. */
  notificationKinds: readonly string[];
  /**
   * What came of a run that has ended.
   * @param outputs what the run gave, then what its nodes gave.
   * @returns undefined where its status says it.
   */
  outcomeOf?: (outputs: readonly Json[]) => RunOutcome | undefined;
};
