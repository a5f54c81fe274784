import type { Command } from 'commander';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';

type Options = { data: string; id?: string; json?: boolean };

/** `baton event send NAME`: tells of an event, which starts runs of triggers and lets runs go on that wait for it. */
export function addEvent(program: Command, context: Context): void {
  const { print, warn } = context;
  program
    .command('event')
    .description('send events that triggers and runs wait for')
    .command('send')
    .description('send an event: triggers that wait for it fire, and runs that wait for it go on')
    .argument('<name>', 'what triggers and runs wait for, such as report.ready')
    .option('-d, --data <json>', 'what they read as event.data; - reads standard input', '{}')
    .option('--id <id>', 'what happened once has one id: sent again, it does nothing anew')
    .option('--json', 'print JSON')
    .action((name: string, { data, id, json }: Options) =>
      withClient(context, async (client) => {
        const text = data === '-' ? await context.readInput() : data;
        const told = await client.sendEvent({ name, data: dataOf(text), ...(id && { id }) });
        if (json) return print(JSON.stringify(told, undefined, 2));
        for (const wait of told.received) print(`${wait} goes on`);
        for (const { trigger, status, runId, reason } of told.firings) {
          const outcome = status === 'failed' ? `failed: ${reason ?? ''}` : `starts ${runId}`;
          print(`${trigger} ${outcome}`);
        }
        for (const over of told.passedOver) warn(`${over.id} passed over: ${over.reason}`);
        if (told.morePassedOver > 0) warn(`${told.morePassedOver} more passed over`);
        const isHeard = told.received.length + told.firings.length > 0;
        if (!isHeard) print(`No run and no trigger got ${name}.`);
      }),
    );
}

function dataOf(text: string): JsonObject {
  let reason = 'it is not an object';
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    reason = (error as SyntaxError).message;
  }
  throw new CommandError(
    `--data is no JSON object: ${reason}. Write --data '{"order": 7}'.`,
    exitCodes.usage,
  );
}
