import type { Command } from 'commander';
import type { Context } from './client/context.ts';
import type { Check } from './client/finding.ts';
import type { Json } from '../contracts/base/json.ts';

/** A command, which is loaded when it is chosen. */
export type CommandEntry = {
  /** Its name and what it takes, as the list of commands shows it: `run [options] <pipeline>`. */
  term: string;
  description: string;
  /** Gives what adds it. */
  load(): Promise<(program: Command, context: Context) => void>;
};

/** A field of work that is plugged into the `baton` command. */
export type Domain = {
  commands: readonly CommandEntry[];
  /** Options of `baton approve`, each for the revision of that name which a preview offers. */
  revisions: readonly { name: string; description: string }[];
  /** The arguments of a call that waits for approval, in words; undefined where they are nothing of the domain's. */
  callLines(args: Json): string[] | undefined;
  /** What `baton doctor` looks at for it; they load much that no other command needs. */
  checks(): Promise<readonly Check[]>;
  /** What `baton run` begins with: a pipeline, and options that give its inputs. */
  firstRun: { pipeline: string; inputs: string };
  /** Settings with which it asks nobody outside, for tests of pipelines. */
  offline: Readonly<Record<string, string>>;
};
