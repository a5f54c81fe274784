import type { Command } from 'commander';
import type { ModelView } from '../../contracts/api/index.ts';
import type { Context } from '../client/context.ts';
import { clockText, tableLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';

const heads = ['MODEL', 'STATUS', 'RUNNING', 'QUEUED', 'REQUESTS/MIN', 'TOKENS/MIN'];

/** `baton models`: shows the status of each model. */
export function addModels(program: Command, context: Context): void {
  program
    .command('models')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { items } = await client.models();
        if (json) return context.print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) {
          return context.print(
            'No worker is running, so the status of models is unknown. Start one with `npm start`.',
          );
        }
        for (const line of tableLines([heads, ...items.map(rowOf)])) context.print(line);
      }),
    );
}

function rowOf(model: ModelView): string[] {
  const { running, queue, limits, rateFactor, workers } = model;
  const queued = queue.high + queue.normal + queue.low;
  const rate = (perMinute: number) => {
    const whole = perMinute.toLocaleString('en');
    const used = Math.round(perMinute * rateFactor).toLocaleString('en');
    return rateFactor < 1 ? `${used} of ${whole}` : whole;
  };
  return [
    model.deployment ? `${model.model} (${model.deployment.name})` : model.model,
    stateText(model),
    `${running} of ${limits.concurrency}${workers > 1 ? ` (${workers} workers)` : ''}`,
    queue.high > 0 ? `${queued} (${queue.high} high)` : String(queued),
    rate(limits.requestsPerMinute),
    rate(limits.tokensPerMinute),
  ];
}

/** What keeps it from being asked, the worst first. */
function stateText(model: ModelView): string {
  const { configured, down, breaker, pausedUntil, rateFactor, toolsInWords } = model;
  if (!configured) return 'not configured';
  if (down) return `down until ${clockText(down.until)}: ${down.code}`;
  if (breaker.state === 'open') {
    return breaker.until ? `failing, skipped until ${clockText(breaker.until)}` : 'failing';
  }
  if (breaker.state === 'half-open') return 'failing, retrying';
  if (pausedUntil) return `paused until ${clockText(pausedUntil)} (429)`;
  if (rateFactor < 1) return `slowed to ${Math.round(rateFactor * 100)} % (429)`;
  return toolsInWords
    ? `ready, tools described in the prompt since ${clockText(toolsInWords.at)}`
    : 'ready';
}
