import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton interrupt RUN [NODE]`: pauses agents between two turns. */
export function addInterrupt(program: Command, context: Context): void {
  program
    .command('interrupt')
    .argument('<run>', "the run's id")
    .argument('[node]', 'node path of an agent. Default: every running agent')
    .option('-r, --reason <text>', 'the reason, stored with the run')
    .action((id: string, nodePath: string | undefined, { reason }: { reason?: string }) =>
      withClient(context, async (client) => {
        const { agents } = await client.interruptRun(id, { nodePath, reason });
        for (const agent of agents) {
          context.print(`${agent} pauses after its current turn.`);
        }
        context.print(`Resume: npx baton resume ${id}`);
      }),
    );
}
