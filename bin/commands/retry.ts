import type { Command } from 'commander';
import type { Json } from '../../contracts/base/json.ts';
import { coerceInput } from '../../contracts/values/input.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { followRun } from '../client/follow-run.ts';
import { collectJson, collectValues } from '../client/given-values.ts';
import type { GivenValues } from '../client/given-values.ts';
import { effectLines, forecastLines } from '../client/retry-lines.ts';

type Options = {
  from?: string;
  latest?: boolean;
  input: GivenValues;
  output: Record<string, Json>;
  again?: boolean;
  dryRun?: boolean;
  watch?: boolean;
  json?: boolean;
};

/** `baton retry RUN`: starts a run that continues where another stopped. */
export function addRetry(program: Command, context: Context): void {
  program
    .command('retry')
    .argument('<run>', "the run's id")
    .option(
      '-f, --from <node>',
      'run this node and everything after it again; for a node in a child pipeline: desk/look',
    )
    .option('--latest', 'use the newest stored version of the pipeline')
    .option('-i, --input <name=value>', 'an input value to change; repeatable', collectValues, {})
    .option('-o, --output <node=json>', 'an output to use for a node; repeatable', collectJson, {})
    .option('--again', 'retry a run that was already retried')
    .option('-n, --dry-run', 'only show what would be kept and what would run')
    .option('-w, --watch', 'show events until it ends')
    .option('--json', 'print JSON; with --watch, after it ends')
    .action((id: string, options: Options) =>
      withClient(context, async (client) => {
        const { from, latest, output, again, dryRun, json } = options;
        const { print, warn, colors } = context;
        const isGiven = (values: object) => Object.keys(values).length > 0;
        const { inputs } = (await client.run(id)).document;
        const request = {
          from,
          again,
          pipeline: latest ? ('latest' as const) : ('same' as const),
          ...(isGiven(options.input) && { input: coerceInput(inputs, options.input) }),
          ...(isGiven(output) && { outputs: output }),
        };
        const forecast = await client.forecastRetry(id, request);
        if (dryRun && json) print(JSON.stringify(forecast, undefined, 2));
        if (!json) for (const line of forecastLines(forecast, colors)) print(line);
        if (!dryRun || !json) for (const line of effectLines(forecast)) warn(colors.yellow(line));
        if (dryRun) return undefined;
        return followRun(client, context, await client.retryRun(id, request), options);
      }),
    );
}
