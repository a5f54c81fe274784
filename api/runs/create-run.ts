import type { z } from 'zod';
import type { startRunSchema } from '../../contracts/api/index.ts';
import { budgetSchema } from '../../contracts/budget.ts';
import { compilePipeline } from '../../contracts/compile.ts';
import type { Catalog } from '../../contracts/catalog.ts';
import { entryOf } from '../../contracts/catalog.ts';
import { checkInput } from '../../contracts/input.ts';
import { suggest } from '../../contracts/nearest.ts';
import type { Pipeline } from '../../contracts/pipeline.ts';
import { validatePipeline } from '../../contracts/validation/index.ts';
import type { NewRun } from '../../db/repositories/runs.ts';
import { currentCatalog } from '../catalog.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { newRunId } from './run-id.ts';
import { startRun } from './start-run.ts';

export type RunRequest = z.output<typeof startRunSchema>;

/**
 * Checks a request for a run, stores the run, and starts it.
 * @param ownAgents agents that only this run knows, by name.
 * @returns its id, and whether Temporal took it; if not, it is stored and starts later.
 * @throws {Problem} that names every field that is wrong.
 */
export async function createRun(
  services: Services,
  request: RunRequest,
  ownAgents: Catalog['agents'] = {},
): Promise<{ id: string; started: boolean }> {
  const published = await currentCatalog(services);
  const catalog = { ...published, agents: { ...published.agents, ...ownAgents } };
  const pipeline =
    request.document === undefined
      ? storedPipeline(request.pipeline ?? '', catalog)
      : validPipeline(request.document, catalog);
  const { value: input, problems } = checkInput(pipeline.inputs, request.input);
  if (!input) {
    const places = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new Problem('invalid-input', `${pipeline.name}: ${places}`, problems);
  }
  const compiled = await compilePipeline(pipeline, catalog);
  const id = newRunId();
  const { priority, user } = request;
  const run = { id, compiled, input, priority, user, budget: budgetOf(request) };
  await services.runs.insert(run);
  return { id, started: await startRun(services, run) };
}

function budgetOf({ budget, budgetUsd }: RunRequest): NewRun['budget'] {
  if (budgetUsd !== undefined) return budgetSchema.parse({ usd: budgetUsd });
  return budget ?? null;
}

function storedPipeline(name: string, { pipelines }: Catalog): Pipeline {
  const pipeline = entryOf(pipelines, name);
  if (pipeline) return pipeline;
  const fix = suggest(name, Object.keys(pipelines));
  throw new Problem('unknown-pipeline', `There is no pipeline ${name}; ${fix}`, [
    { path: 'pipeline', message: `there is no pipeline ${name}`, fix },
  ]);
}

function validPipeline(document: NonNullable<RunRequest['document']>, catalog: Catalog): Pipeline {
  const { pipeline, problems } = validatePipeline(document, catalog);
  if (pipeline) return pipeline;
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  throw new Problem(
    'invalid-pipeline',
    `The document has ${count}, listed in errors.`,
    problems.map((problem) => ({
      ...problem,
      path: problem.path ? `document.${problem.path}` : 'document',
    })),
  );
}
