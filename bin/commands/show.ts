import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { usageLine } from '../client/cost-lines.ts';
import { awaitedLines } from '../client/event-lines.ts';
import { exitCodeOf } from '../client/outcome.ts';
import {
  approvalLines,
  causeLine,
  effectsLines,
  endLines,
  interruptedLines,
  nodeLine,
  stepLines,
} from '../client/run-lines.ts';
import { valueLines } from '../client/text.ts';
import { stepsAfter, watchRun } from '../client/watch-run.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { withClient } from '../client/action.ts';

type Options = { watch?: boolean; json?: boolean };

/** `baton show RUN`: an account of a run, as it is now or, with `--watch`, until it ends. */
export function addShow(program: Command, context: Context): void {
  program
    .command('show')
    .argument('<run>', "the run's id")
    .option('-w, --watch', 'show past and new events until the run ends')
    .option('--json', 'print JSON')
    .action((id: string, { watch, json }: Options) =>
      withClient(context, async (client) => {
        const { print, warn, colors } = context;
        if (watch) {
          const ended = await watchRun(client, context, id, { print: json ? warn : print });
          if (json) print(JSON.stringify(ended, undefined, 2));
          return exitCodeOf(ended);
        }
        const run = await client.run(id);
        const steps = await stepsAfter(client, id, 0);
        if (json) {
          print(JSON.stringify({ ...run, steps }, undefined, 2));
          return undefined;
        }
        const lines = [
          `${colors.bold(run.title ?? run.pipeline)} ${colors.dim(run.pipeline)}`,
          ...(run.cause ? [causeLine(run.cause)] : []),
          ...(run.retryOf === null ? [] : [`Retry of ${run.retryOf}`]),
          ...(run.retriedAs.length > 0 ? [`Retried as ${run.retriedAs.join(', ')}`] : []),
          `Input`,
          ...valueLines(run.input),
          `Nodes`,
          ...run.nodes.map((node) => `  ${nodeLine(node, run, colors)}`),
          ...(steps.length > 0 ? ['Steps'] : []),
          ...steps.flatMap((step) => stepLines(step, colors)),
          usageLine(run),
          `In the app: ${client.runPage(run.id)}`,
          ...(run.temporalUrl ? [`Temporal UI: ${run.temporalUrl}`] : []),
          // What it waits for is listed below.
          ...(run.notice && run.status !== 'waiting' ? [colors.yellow(run.notice)] : []),
          ...endLines(run, colors),
          ...effectsLines(run, colors),
          ...(run.partial ? ['Partial results', ...valueLines(run.partial)] : []),
        ];
        for (const line of lines) print(line);
        if (hasEnded(run.status)) return undefined;
        for (const agent of run.interrupted) {
          for (const line of interruptedLines(run, agent, colors)) print(line);
        }
        for (const wait of run.waitsFor) {
          for (const line of awaitedLines(wait, { colors, address: client.address })) print(line);
        }
        const { items } = await client.approvals({ status: 'pending', runId: id });
        for (const line of items.flatMap((item) => approvalLines(item, colors))) print(line);
        return undefined;
      }),
    );
}
