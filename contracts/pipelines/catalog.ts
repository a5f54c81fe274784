import type { FileProblem } from '../agents/file-problem.ts';
import type { AgentDefinition } from '../agents/index.ts';
import type { JsonSchema } from '../base/json.ts';
import type { Pipeline } from './pipeline.ts';

/** What there is to name in a pipeline document; each by its name. */
export type Catalog = {
  /**
   * `parameters` is the JSON Schema of a tool's arguments; `quick` ones run without a queue, and answers of `untrusted`
   * ones hold what others wrote; some calls of `relief` ones only end what is at risk.
   */
  tools: Record<
    string,
    {
      parameters: JsonSchema;
      sideEffect: boolean;
      quick?: boolean;
      untrusted?: boolean;
      relief?: boolean;
    }
  >;
  /** What is wrong with files of tools that are therefore not there. */
  toolProblems?: readonly FileProblem[];
  agents: Record<string, AgentDefinition>;
  /** Groups of approvers; left out where they are not known. */
  groups?: readonly string[];
  /** Those that are live, and as `<name>@<version>` the versions that documents pin. */
  pipelines: Record<string, Pipeline>;
  /** The numbers of the versions of pipelines that documents pin, by name; left out where they are not known. */
  versions?: Readonly<Record<string, readonly number[]>>;
};

/** The entry of a name, where there is one of its own: not of what every object inherits. */
export function entryOf<Entry>(entries: Record<string, Entry>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
