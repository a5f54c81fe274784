import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { withClient } from './action.ts';

/** `baton validate FILE`: lists every mistake of a pipeline document. */
export function addValidate(program: Command, context: Context): void {
  program
    .command('validate')
    .description('list every mistake of a pipeline document, with its place and a fix')
    .argument('<file>', 'a document in YAML or JSON, or - for standard input')
    .action((file: string) =>
      withClient(context, async (client) => {
        const text = file === '-' ? await context.readInput() : await readText(file);
        const { valid, problems } = await client.validate(text);
        const { colors, print } = context;
        if (valid) {
          print(`${colors.green('ok')} ${file}`);
          return exitCodes.completed;
        }
        for (const { path, message, fix } of problems) {
          print(`${colors.red(path || 'document')}: ${message}${fix ? `; ${fix}` : ''}`);
        }
        print(problems.length === 1 ? 'One mistake.' : `${problems.length} mistakes.`);
        return exitCodes.failed;
      }),
    );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}
