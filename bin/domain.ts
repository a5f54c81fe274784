import type { Command } from 'commander';
import type { Context } from './client/context.ts';
import type { Check } from './client/finding.ts';
import type { Json } from '../contracts/base/json.ts';

/** A field of work that is plugged into the `baton` command. */
export type Domain = {
  /** Each adds a command of its own. */
  commands: readonly ((program: Command, context: Context) => void)[];
  /** Options of `baton approve`, each for the revision of that name which a preview offers. */
  revisions: readonly { name: string; description: string }[];
  /** The arguments of a call that waits for approval, in words; undefined where they are nothing of the domain's. */
  callLines(args: Json): string[] | undefined;
  /** What `baton doctor` looks at for it; they load much that no other command needs. */
  checks(): Promise<readonly Check[]>;
  /** What `baton run` begins with: a pipeline, and options that give its inputs. */
  firstRun: { pipeline: string; inputs: string };
};
