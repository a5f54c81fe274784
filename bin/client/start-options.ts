import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { priorities } from '../../contracts/models/messages.ts';
import type { Priority } from '../../contracts/models/messages.ts';

/** What can be said of whatever is started. */
export type StartOptions = {
  budget?: number;
  priority?: Priority;
  user?: string;
  watch?: boolean;
  json?: boolean;
};

/** Adds the options of {@link StartOptions} to a command. */
export function addStartOptions(command: Command): Command {
  return command
    .option('-b, --budget <usd>', 'the maximum spend on models, in US dollars', amount)
    .addOption(
      new Option('-p, --priority <priority>', 'the priority in the queue').choices(priorities),
    )
    .option('-u, --user <name>', 'the user it runs for')
    .option('-w, --watch', 'show events until it ends')
    .option('--json', 'print JSON; with --watch, after it ends');
}

function amount(text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('Write an amount of US dollars, such as 0.05.');
}
