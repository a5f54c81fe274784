import { Option } from 'commander';
import type { Command } from 'commander';
import { runStatuses } from '../../contracts/runs/run.ts';
import type { RunStatus } from '../../contracts/runs/run.ts';
import type { Context } from '../client/context.ts';
import { runStatusText } from '../client/event-lines.ts';
import { statusText } from '../client/run-lines.ts';
import { spanText, tableLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';
import { domains } from '../domains.ts';

type Options = { status?: RunStatus; pipeline?: string; limit: string; json?: boolean };

/** `baton runs`: lists runs, newest first. */
export function addRuns(program: Command, context: Context): void {
  program
    .command('runs')
    .addOption(
      new Option('-s, --status <status>', 'only runs with this status').choices(runStatuses),
    )
    .option('-p, --pipeline <name>', 'only runs of this pipeline')
    .option('-n, --limit <count>', 'how many runs to show', '20')
    .option('--json', 'print JSON')
    .action(({ json, ...query }: Options) =>
      withClient(context, async (client) => {
        const { print, warn, colors } = context;
        const { items, nextCursor } = await client.runs(query);
        if (json) return print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) {
          const pipeline = domains[0]?.firstRun.pipeline ?? '<pipeline>';
          return print(`No runs yet. Start one: npx baton run ${pipeline}`);
        }
        const rows = items.map((run) => [
          run.id,
          runStatusText(run),
          run.triedNode === null ? run.pipeline : `${run.pipeline} (only ${run.triedNode})`,
          run.createdAt.slice(0, 19).replace('T', ' '),
          spanText(run.startedAt, run.endedAt) ?? '',
        ]);
        for (const [index, line] of tableLines(rows).entries()) {
          const run = items[index];
          if (!run) return print(line);
          const shown = runStatusText(run);
          print(line.replace(shown, statusText(run.status, colors, shown)));
        }
        if (nextCursor !== null) warn(colors.dim(`More: --limit ${items.length * 2}`));
      }),
    );
}
