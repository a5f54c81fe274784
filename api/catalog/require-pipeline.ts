import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { PipelineRow, PipelineVersionRow } from '../../db/repositories/catalog/pipelines.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * The stored pipeline of a name, as runs start with it.
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

/**
 * A version of a pipeline.
 * @param meant its number, or the beginning of its content hash.
 * @throws {Problem} `not-found`
 */
export async function requireVersion(
  { pipelines }: Pick<Services, 'pipelines'>,
  name: string,
  meant: string,
): Promise<PipelineVersionRow> {
  const [version, ...others] = await pipelines.versionsMeant(name, meant);
  if (version && others.length === 0) return version;
  const help = { request: `GET /api/v1/pipelines/${name}/versions`, does: 'lists its versions' };
  const detail = version
    ? `Several versions of pipeline ${name} begin with ${meant}. Write more of the hash.`
    : `Pipeline ${name} has no version ${meant}.`;
  throw new Problem('not-found', detail, undefined, { help });
}
