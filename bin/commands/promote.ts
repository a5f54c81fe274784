import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton promote PIPELINE [VERSION]`: makes a version live, which runs start with from then on. */
export function addPromote(program: Command, context: Context): void {
  program
    .command('promote')
    .argument('<pipeline>')
    .argument(
      '[version]',
      'its number, or the beginning of its content hash; left out, the last saved',
    )
    .action((pipeline: string, version?: string) =>
      withClient(context, async (client) => {
        const { hash } = await client.pipeline(pipeline);
        const { liveHash } = await client.promote(pipeline, version ?? hash);
        context.print(`pipeline ${pipeline} is live at ${liveHash.slice(0, 12)}`);
      }),
    );
}
