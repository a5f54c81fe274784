import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { parse } from 'yaml';
import type { JsonObject } from '../../contracts/base/json.ts';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { pipelineCode } from '../../contracts/pipelines/pipeline-code.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import { withClient } from '../client/action.ts';
import { isCodeFile } from '../client/code-file.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { shownFile } from '../client/deploy-documents.ts';
import { patchCode } from '../client/patch-code.ts';
import type { Written } from '../client/patch-code.ts';
import { readText } from '../client/pipeline-file.ts';
import { unifiedDiff } from '../client/unified-diff.ts';
import { loadFile } from '../dev/load-file.ts';

type Options = { into?: string; diff?: boolean; at?: string };

/** `baton pull PIPELINE`: prints a stored pipeline as TypeScript, or takes what has changed of it into the file that defines it. */
export function addPull(program: Command, context: Context): void {
  program
    .command('pull')
    .argument('<pipeline>')
    .option('--into <file>', 'change the .ts file that defines it, and leave the rest as it is')
    .option('--diff', 'with --into: print the change as a patch, and leave the file')
    .option(
      '--at <version>',
      'its number, or the beginning of its content hash; left out, the last saved',
    )
    .action((name: string, { into, diff = false, at }: Options) =>
      withClient(context, async (client) => {
        const { document, text, hash } = at
          ? await client.pipelineVersion(name, at)
          : await client.pipeline(name);
        // As it was written, without what it leaves out.
        const written = parse(text) as JsonObject;
        if (into === undefined) return context.print(pipelineCode(written).trimEnd());
        if (!isCodeFile(into)) {
          const fix = 'Copy the text of the tab YAML in the editor into it.';
          throw new CommandError(`${into} is no file of code. ${fix}`, exitCodes.usage);
        }
        const code = await readText(into);
        const stored = { written, whole: document as JsonObject };
        const patched = await patchFile(into, code, { name, stored, hash });
        if (patched === code)
          return context.print(`${into} defines it already (${hash.slice(0, 12)})`);
        if (diff)
          return context.print(unifiedDiff(shownFile(into).replace(/^\//, ''), code, patched));
        await writeFile(into, patched);
        context.print(`${into} defines pipeline ${name} as it is stored (${hash.slice(0, 12)})`);
      }),
    );
}

type Stored = { name: string; stored: Written; hash: string };

/**
 * The code of a file, with the pipeline as it is stored: seen to define what has its content hash.
 * @throws {CommandError} where the file does not define it, or cannot be changed without its author.
 */
async function patchFile(
  file: string,
  code: string,
  { name, stored, hash }: Stored,
): Promise<string> {
  const before = await definitionIn(file, name);
  if (before === undefined) {
    throw new CommandError(
      `${file} defines no pipeline ${name}. \`npx baton pull ${name}\` prints all of it.`,
    );
  }
  const whole = pipelineSchema.parse(before);
  if ((await pipelineHash(whole)) === hash) return code;
  const now = { written: before, whole: JSON.parse(JSON.stringify(whole)) as JsonObject };
  const patched = patchCode(code, now, stored);
  if (patched !== undefined && (await hashIn(file, patched, name)) === hash) return patched;
  throw new CommandError(
    `${file} is written in a way that cannot be changed from outside, such as with values from elsewhere. ` +
      `\`npx baton pull ${name}\` prints all of the pipeline.`,
  );
}

/** Beside the file, so that its imports hold. */
async function hashIn(file: string, code: string, name: string): Promise<string | undefined> {
  const trial = join(dirname(file), `.pulled-${process.pid}-${basename(file)}`);
  try {
    await writeFile(trial, code);
    const defined = await definitionIn(trial, name);
    return defined && (await pipelineHash(pipelineSchema.parse(defined)));
  } finally {
    await rm(trial, { force: true });
  }
}

async function definitionIn(file: string, name: string) {
  const loaded = await loadFile(file, new AbortController().signal);
  if ('problems' in loaded) throw new CommandError(loaded.problems.join('\n'));
  return loaded.pipelines.find((pipeline) => pipeline.name === name);
}
