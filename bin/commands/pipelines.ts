import type { Command } from 'commander';
import { isJsonObject } from '../../contracts/json.ts';
import type { JsonSchema } from '../../contracts/json.ts';
import type { Context } from '../client/context.ts';
import { tableLines } from '../client/text.ts';
import { withClient } from './action.ts';

/** `baton pipelines`: lists what can be run. */
export function addPipelines(program: Command, context: Context): void {
  program
    .command('pipelines')
    .description('list the stored pipelines and their inputs')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { items } = await client.pipelines();
        if (json) return context.print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) return context.print('There are no stored pipelines yet.');
        const rows = items.map(({ name, title, inputs }) => [
          name,
          inputsText(inputs),
          title ?? '',
        ]);
        for (const line of tableLines(rows)) context.print(line);
      }),
    );
}

/** The options that give the input: first those that are needed, then the others in brackets. */
function inputsText({ properties, required }: JsonSchema): string {
  const needed = Array.isArray(required) ? required : [];
  const options = Object.entries(isJsonObject(properties) ? properties : {}).map(
    ([name, schema]) => {
      const preset = isJsonObject(schema) ? schema['default'] : undefined;
      const value = typeof preset === 'string' ? preset : JSON.stringify(preset);
      const text = `--input ${name}=${preset === undefined ? '…' : value}`;
      return { text, isNeeded: preset === undefined && needed.includes(name) };
    },
  );
  return [
    ...options.filter(({ isNeeded }) => isNeeded).map(({ text }) => text),
    ...options.filter(({ isNeeded }) => !isNeeded).map(({ text }) => `[${text}]`),
  ].join(' ');
}
