import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { followRun } from '../client/follow-run.ts';
import { addStartOptions } from '../client/start-options.ts';
import type { StartOptions } from '../client/start-options.ts';
import { withClient } from '../client/action.ts';

type Options = StartOptions & { timeLimit?: string; key?: string };

/** `baton task AGENT TEXT`: gives an agent a task, and watches it with `--watch`. */
export function addTask(program: Command, context: Context): void {
  const command = program
    .command('task')
    .argument('<agent>', 'the name of the agent; `npx baton agents` lists them')
    .argument('<text>', 'what to do, or - for standard input')
    .option('-t, --time-limit <duration>', 'the time limit, such as 10m')
    .option('-k, --key <key>', 'idempotency key: the same task with the same key starts only once');
  addStartOptions(command).action((agent: string, text: string, options: Options) =>
    withClient(context, async (client) => {
      const { budget, priority, user, timeLimit, key } = options;
      const task = text === '-' ? await context.readInput() : text;
      if (task.trim() === '') {
        throw new CommandError('The task is empty. Say what the agent should do.', exitCodes.usage);
      }
      const given = await client.giveTask(
        { agent, task, budgetUsd: budget, priority, user, timeLimit },
        key,
      );
      return followRun(client, context, given, options);
    }),
  );
}
