import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { exitCodes } from '../client/errors.ts';
import { readPipelineFile } from '../client/pipeline-file.ts';
import { withClient } from '../client/action.ts';

/** `baton validate FILE`: lists every mistake of a pipeline document. */
export function addValidate(program: Command, context: Context): void {
  program
    .command('validate')
    .argument(
      '<file>',
      'a document in YAML or JSON, a .ts file that defines one, or - for standard input',
    )
    .option('--user <name>', 'also warn about tools that this user cannot call')
    .action((file: string, { user }: { user?: string }) =>
      withClient(context, async (client) => {
        const { text, describe } = await readPipelineFile(file, context);
        const { valid, problems, warnings } = await client.validate(text, { user });
        const { colors, print } = context;
        if (valid) {
          print(`${colors.green('ok')} ${file}`);
          for (const line of describe(warnings)) print(`${colors.yellow('warning')} ${line}`);
          return exitCodes.completed;
        }
        for (const line of describe(problems)) print(line);
        print(problems.length === 1 ? '1 problem.' : `${problems.length} problems.`);
        return exitCodes.failed;
      }),
    );
}
