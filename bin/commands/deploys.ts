import type { Command } from 'commander';
import type { Deploys } from '../../contracts/api/index.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { clockText, tableLines } from '../client/text.ts';

const head = ['BUILD', 'STATUS', 'OPEN', 'WORKERS', 'SINCE'];

/** `baton deploys`: shows the builds of the workers, and makes one current. */
export function addDeploys(program: Command, context: Context): void {
  const deploys = program
    .command('deploys')
    .description('list the builds of the workers and their runs, and promote a build');

  deploys
    .command('list', { isDefault: true })
    .description('list the builds, newest first')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withClient(context, async (client) => print(await client.deploys(), json)),
    );

  deploys
    .command('promote')
    .description('make a build current: new runs start on it, open runs stay on their build')
    .argument('[build]', 'the BATON_BUILD_ID of its workers')
    .option('--none', 'start new runs on workers without a build')
    .option('--json', 'print JSON')
    .action((build: string | undefined, { none, json }: { none?: boolean; json?: boolean }) =>
      withClient(context, async (client) => {
        if ((build === undefined) !== (none === true)) {
          throw new CommandError(
            'Name a build, or pass --none. `npx baton deploys` lists the builds.',
            exitCodes.usage,
          );
        }
        print(await client.promoteBuild(build ?? null), json);
      }),
    );

  function print(found: Deploys, json: boolean | undefined): void {
    if (json) return context.print(JSON.stringify(found, undefined, 2));
    const { builds, withoutBuild } = found;
    const rows = builds.map(({ build, status, openWorkflows, workers, since }) => [
      build,
      status,
      String(openWorkflows),
      String(workers.length),
      clockText(since),
    ]);
    const { openWorkflows, workers } = withoutBuild;
    const others = ['(none)', '', String(openWorkflows), String(workers.length), ''];
    const isUsed = openWorkflows > 0 || workers.length > 0 || rows.length === 0;
    for (const line of tableLines([head, ...rows, ...(isUsed ? [others] : [])])) {
      context.print(line);
    }
    if (rows.length === 0) {
      context.print(
        'No worker has a build. Set BATON_BUILD_ID on workers to keep runs on the build that they started on.',
      );
    }
  }
}
