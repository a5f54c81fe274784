import { Option } from 'commander';
import type { Command } from 'commander';
import { costGroupings } from '../../contracts/models/cost-groupings.ts';
import type { Context } from '../client/context.ts';
import { costLines } from '../client/cost-lines.ts';
import { withClient } from '../client/action.ts';

type Options = { by: string; from?: string; to?: string; limit: string; json?: boolean };

/** `baton costs`: what models have cost, by user, agent, run, model or day. */
export function addCosts(program: Command, context: Context): void {
  program
    .command('costs')
    .addOption(
      new Option('-b, --by <what>', 'what to group by').choices(costGroupings).default('model'),
    )
    .option('--from <day>', 'the first day or instant to include (UTC)')
    .option('--to <day>', 'the first day or instant to exclude (UTC)')
    .option('-n, --limit <count>', 'how many rows to show', '20')
    .option('--json', 'print JSON')
    .action(({ json, ...query }: Options) =>
      withClient(context, async (client) => {
        const costs = await client.costs(query);
        if (json) return context.print(JSON.stringify(costs, undefined, 2));
        if (costs.totals.calls === 0) return context.print('No model calls in this period.');
        for (const line of costLines(costs)) context.print(line);
      }),
    );
}
