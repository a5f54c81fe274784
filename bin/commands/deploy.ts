import type { Command } from 'commander';
import { isCodeFile, readCodeFile } from '../client/code-file.ts';
import { withoutDeployedMark } from '../../contracts/documents/deployed-mark.ts';
import { codeProblemLines, readPipelineFile, readText } from '../client/pipeline-file.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { deployAgent, deployPipeline } from '../client/deploy-documents.ts';
import type { DeployOptions, Named } from '../client/deploy-documents.ts';
import { CommandError } from '../client/errors.ts';
import type { FieldProblem } from '../../contracts/api/index.ts';
import { withClient } from '../client/action.ts';

/** `baton deploy FILE…`: stores the agents and pipelines that files of code define, and the pipelines of other files. */
export function addDeploy(program: Command, context: Context): void {
  program
    .command('deploy')
    .argument(
      '<files...>',
      'pipelines as .yaml or .json, or .ts files that export pipelines and agents',
    )
    .option('--force', 'also replace pipelines and agents that were changed elsewhere')
    .option('--note <text>', 'what changed, for the list of versions')
    .action((files: string[], options: DeployOptions) =>
      withClient(context, async (client) => {
        for (const file of files) {
          if (!isCodeFile(file)) {
            await deployFile(client, context, file, options);
            continue;
          }
          const { agents, pipelines } = await readCodeFile(file);
          for (const agent of agents) await deployAgent(client, context, { agent, file }, options);
          for (const pipeline of pipelines) {
            const described = { name: file, code: await readText(file), document: pipeline };
            const describe = (problems: readonly FieldProblem[]) =>
              codeProblemLines(described, problems);
            await deployPipeline(client, context, { pipeline, file, describe }, options);
          }
        }
      }),
    );
}

/** Stores a pipeline with the comments of its file. @throws {CommandError} that names its mistakes by line. */
async function deployFile(
  client: ApiClient,
  context: Context,
  file: string,
  options: DeployOptions,
): Promise<void> {
  const { text, document, describe } = await readPipelineFile(file, context);
  const { problems } = await client.validate(text);
  if (problems.length > 0) throw new CommandError(describe(problems).join('\n'));
  const pipeline = document as Named;
  // As it was written, but for the line that says from where; JSON has no comments.
  const isJson = text.trimStart().startsWith('{');
  const written = withoutDeployedMark(text);
  const kept = { pipeline, file, describe, ...(!isJson && { written }) };
  await deployPipeline(client, context, kept, options);
}
