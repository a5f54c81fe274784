import type { Command } from 'commander';
import type { FiringView, TriggerView } from '../../contracts/api/index.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { clockText, tableLines } from '../client/text.ts';

type Shown = { json?: boolean };
type Listed = Shown & { pipeline?: string; limit: string };

const head = ['TRIGGER', 'FIRES', 'NEXT', 'LAST'];

/** `baton triggers`: lists what starts runs by itself, with its history; pauses, resumes and fires it. */
export function addTriggers(program: Command, context: Context): void {
  const { print, warn, colors } = context;
  const triggers = program
    .command('triggers')
    .description('list, pause, resume and fire triggers, which start runs automatically');

  triggers
    .command('list', { isDefault: true })
    .description('list the triggers with their next time and the outcome of their last firing')
    .option('-p, --pipeline <name>', 'only triggers of this pipeline')
    .option('-n, --limit <count>', 'how many triggers to show', '50')
    .option('--json', 'print JSON')
    .action(({ json, ...query }: Listed) =>
      withClient(context, async (client) => {
        const { items, nextCursor } = await client.triggers(query);
        if (json) return print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) return print('No triggers yet. Add them to a pipeline.');
        for (const line of tableLines([head, ...items.map(rowOf)])) print(line);
        for (const { id, problem } of items) if (problem !== null) warn(`${id}: ${problem}`);
        if (nextCursor !== null) warn(colors.dim(`More: --limit ${items.length * 2}`));
      }),
    );

  triggers
    .command('history')
    .description('list the firings of a trigger with their outcome, newest first')
    .argument('<trigger>', 'the id of the trigger, such as desk.every_morning')
    .option('-n, --limit <count>', 'how many firings to show', '20')
    .option('--json', 'print JSON')
    .action((id: string, { json, ...query }: Listed) =>
      withClient(context, async (client) => {
        const { items } = await client.firings(id, query);
        if (json) return print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) return print(`${id} has not fired yet.`);
        for (const line of tableLines(items.map(historyRow))) print(line);
      }),
    );

  for (const [name, description] of [
    ['pause', 'pause a trigger: it does not fire until it is resumed'],
    ['resume', 'resume a paused trigger'],
  ] as const) {
    triggers
      .command(name)
      .description(description)
      .argument('<trigger>', 'the id of the trigger, such as desk.every_morning')
      .option('--json', 'print JSON')
      .action((id: string, { json }: Shown) =>
        withClient(context, async (client) => {
          const trigger = await client[name === 'pause' ? 'pauseTrigger' : 'resumeTrigger'](id);
          if (json) return print(JSON.stringify(trigger, undefined, 2));
          print(`${trigger.id}: ${trigger.paused ? 'paused' : `on, ${trigger.text}`}`);
        }),
      );
  }

  triggers
    .command('secret')
    .description('create a new secret for a webhook and print it; it is not shown again')
    .argument('<trigger>', 'the id of the trigger, such as desk.orders')
    .option('--keep-old <minutes>', 'how long the previous secret stays valid too', '0')
    .option('--json', 'print JSON')
    .action((id: string, { keepOld, json }: Shown & { keepOld: string }) =>
      withClient(context, async (client) => {
        const made = await client.renewTriggerSecret(id, Number(keepOld));
        if (json) return print(JSON.stringify(made, undefined, 2));
        print(made.secret);
        warn(`Store it now: it is not shown again. Call ${made.url}`);
      }),
    );

  triggers
    .command('fire')
    .description('fire a trigger now, even if it is paused')
    .argument('<trigger>', 'the id of the trigger, such as desk.every_morning')
    .option('--json', 'print JSON')
    .action((id: string, { json }: Shown) =>
      withClient(context, async (client) => {
        const firing = await client.fireTrigger(id);
        if (json) return print(JSON.stringify(firing, undefined, 2));
        print(outcomeText(firing));
      }),
    );
}

function rowOf({ id, text, paused, next, last }: TriggerView): string[] {
  const [soonest] = next;
  const coming = soonest === undefined ? '' : clockText(soonest);
  return [id, text, paused ? 'paused' : coming, last ? outcomeText(last) : ''];
}

function historyRow(firing: FiringView): string[] {
  const { at, kind, by } = firing;
  return [clockText(at), by === null ? kind : `${kind} by ${by}`, outcomeText(firing)];
}

/** What became of a firing: `started run_01…`, or why not. */
function outcomeText({ status, runId, reason, retryAt }: FiringView): string {
  if (status === 'started') return `started ${runId}`;
  const again = retryAt === null ? '' : ` Next attempt at ${clockText(retryAt)}.`;
  return reason === null ? status : `${status}: ${reason}${again}`;
}
