import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { PipelineRow } from '../../db/repositories/catalog/pipelines.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * The stored pipeline of a name.
 * @throws {Problem} `not-found`, with the name that may be meant.
 */
export async function requirePipeline(
  { pipelines }: Pick<Services, 'pipelines'>,
  name: string,
): Promise<PipelineRow> {
  const row = await pipelines.get(name);
  if (row) return row;
  const names = (await pipelines.list()).map((stored) => stored.name);
  throw new Problem('not-found', `Pipeline ${name} not found. ${sentence(suggest(name, names))}`);
}
