import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton resume RUN [NODE]`: lets interrupted agents go on. */
export function addResume(program: Command, context: Context): void {
  program
    .command('resume')
    .argument('<run>', "the run's id")
    .argument('[node]', 'node path of an agent. Default: every interrupted agent')
    .option('-i, --instruction <text>', 'an instruction for the agent before it continues')
    .action((id: string, nodePath: string | undefined, { instruction }: { instruction?: string }) =>
      withClient(context, async (client) => {
        const { agents } = await client.resumeRun(id, { nodePath, instruction });
        for (const agent of agents)
          context.print(`${agent} resumed. Agents that were not interrupted keep running.`);
        context.print(`Watch: npx baton show ${id} --watch`);
      }),
    );
}
