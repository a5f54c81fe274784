import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton resume RUN [NODE]`: lets interrupted agents go on. */
export function addResume(program: Command, context: Context): void {
  program
    .command('resume')
    .description('let interrupted agents of a run go on')
    .argument('<run>', "the run's id")
    .argument('[node]', 'node path of an agent; left out, every one that was interrupted')
    .option('-i, --instruction <text>', 'told to the agent before it goes on')
    .action((id: string, nodePath: string | undefined, { instruction }: { instruction?: string }) =>
      withClient(context, async (client) => {
        const { agents } = await client.resumeRun(id, { nodePath, instruction });
        for (const agent of agents)
          context.print(
            `${agent} was told to go on; one that was not interrupted is at work anyway.`,
          );
        context.print(`See it: npx baton show ${id} --watch`);
      }),
    );
}
