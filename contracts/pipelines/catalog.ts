import type { FileProblem } from '../agents/file-problem.ts';
import type { Standing } from '../access/approvers.ts';
import type { AgentDefinition } from '../agents/index.ts';
import type { JsonSchema } from '../base/json.ts';
import type { Pipeline } from './pipeline.ts';

/** Everything that a pipeline document can name, by name. */
export type Catalog = {
  /**
   * `parameters` is the JSON Schema of a tool's arguments; `quick` tools run without a queue; answers of `untrusted`
   * tools contain text of others; some calls of `relief` tools only reduce risk, such as cancels.
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
  /** The problems of tool files that could not be loaded. */
  toolProblems?: readonly FileProblem[];
  agents: Record<string, AgentDefinition>;
  /** Groups of approvers; undefined if they are not known. */
  groups?: readonly string[];
  /** Everyone whom approvers can name; undefined if they are not all known. */
  people?: readonly Person[] | undefined;
  /** Those that are live, and as `<name>@<version>` the versions that documents pin. */
  pipelines: Record<string, Pipeline>;
  /** The numbers of the versions of pipelines that documents pin, by name; left out where they are not known. */
  versions?: Readonly<Record<string, readonly number[]>>;
};

/** Somebody, and what lists of approvers name them by. */
export type Person = Pick<Standing, 'name' | 'user' | 'roles' | 'groups'>;

/** The entry of a name; undefined for names that every object inherits, such as `constructor`. */
export function entryOf<Entry>(entries: Record<string, Entry>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
