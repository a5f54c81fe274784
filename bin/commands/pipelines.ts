import type { Command } from 'commander';
import type { StoredPipeline } from '../../contracts/api/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonSchema } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import type { Context } from '../client/context.ts';
import { tableLines, wrappedLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';

/** Of a preset, what a terminal shows. */
const shownCharacters = 40;

type Listed = Pick<StoredPipeline, 'name' | 'title' | 'inputs'>;

/** `baton pipelines`: lists what can be run. */
export function addPipelines(program: Command, context: Context): void {
  program
    .command('pipelines')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { print, columns } = context;
        const { items } = await client.pipelines();
        if (json) return print(JSON.stringify(items, undefined, 2));
        if (items.length === 0) return print('No pipelines yet.');
        const lines = columns === undefined ? rowsOf(items) : linesOf(items, columns);
        for (const line of lines) print(line);
      }),
    );
}

/** A line each, for programs such as grep. */
function rowsOf(items: Listed[]): string[] {
  return tableLines(
    items.map(({ name, title, inputs }) => [name, inputOptions(inputs).join(' '), title ?? '']),
  );
}

/** For people: names and titles, and under each the options, within the width of the terminal; long presets are cut. */
function linesOf(items: Listed[], columns: number): string[] {
  const heads = tableLines(items.map(({ name, title }) => [name, title ?? '']));
  return items.flatMap(({ inputs }, index) => [
    heads[index] ?? '',
    ...wrappedLines(inputOptions(inputs, shownCharacters), { columns, margin: '    ' }),
  ]);
}

/** The options that give the input: first those that are needed, then the others in brackets. */
function inputOptions({ properties, required }: JsonSchema, longestPreset = Infinity): string[] {
  const needed = Array.isArray(required) ? required : [];
  const options = Object.entries(isJsonObject(properties) ? properties : {}).map(
    ([name, schema]) => {
      const preset = isJsonObject(schema) ? schema['default'] : undefined;
      const value = typeof preset === 'string' ? preset : JSON.stringify(preset);
      const text = `--input ${name}=${preset === undefined ? '…' : cutText(value, longestPreset)}`;
      return { text, isNeeded: preset === undefined && needed.includes(name) };
    },
  );
  return [
    ...options.filter(({ isNeeded }) => isNeeded).map(({ text }) => text),
    ...options.filter(({ isNeeded }) => !isNeeded).map(({ text }) => `[${text}]`),
  ];
}
