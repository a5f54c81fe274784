import type { PipelineRow } from '../../db/repositories/catalog/pipelines.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * Deletes a user's own pipeline with its versions. Runs keep what they started with.
 * @param expected see `remove` of the repository.
 * @returns false where something else than expected was there.
 * @throws {Problem} `shipped` for what comes with Baton, `in-use` where other pipelines run it.
 */
export async function deletePipeline(
  { pipelines }: Pick<Services, 'pipelines'>,
  { name, source }: PipelineRow,
  expected?: string,
): Promise<boolean> {
  if (source === 'shipped') {
    throw new Problem(
      'shipped',
      `Pipeline ${name} ships with Baton and would be back at the next start. Copy it under another ` +
        'name; you can change and delete the copy.',
    );
  }
  const users = (await pipelines.list()).filter(({ document }) =>
    document.nodes.some(
      (node) => (node.kind === 'pipeline' || node.kind === 'map') && node.pipeline === name,
    ),
  );
  if (users.length > 0) {
    const names = users.map((user) => user.name).join(', ');
    throw new Problem(
      'in-use',
      `Pipeline ${name} is in use by ${names}. Make them run another pipeline, then delete it.`,
    );
  }
  return pipelines.remove(name, expected);
}
