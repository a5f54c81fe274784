import { compilePipeline } from '../../contracts/compile.ts';
import type { Catalog } from '../../contracts/catalog.ts';
import { entryOf } from '../../contracts/catalog.ts';
import { checkInput } from '../../contracts/input.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { suggest } from '../../contracts/nearest.ts';
import type { Pipeline } from '../../contracts/pipeline.ts';
import { validatePipeline } from '../../contracts/validation/index.ts';
import { currentCatalog } from '../catalog.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { newRunId } from './run-id.ts';
import { startRun } from './start-run.ts';

export type RunRequest = { pipeline?: string; document?: JsonObject; input: JsonObject };

/**
 * Checks a request for a run, stores the run, and starts it.
 * @returns its id, and whether Temporal took it; if not, it is stored and starts later.
 * @throws {Problem} that names every field that is wrong.
 */
export async function createRun(
  services: Services,
  request: RunRequest,
): Promise<{ id: string; started: boolean }> {
  const catalog = await currentCatalog(services);
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
  await services.runs.insert({ id, compiled, input });
  return { id, started: await startRun(services, { id, compiled, input }) };
}

function storedPipeline(name: string, { pipelines }: Catalog): Pipeline {
  const pipeline = entryOf(pipelines, name);
  if (pipeline) return pipeline;
  const fix = suggest(name, Object.keys(pipelines));
  throw new Problem('unknown-pipeline', `There is no pipeline ${name}; ${fix}`, [
    { path: 'pipeline', message: `there is no pipeline ${name}`, fix },
  ]);
}

function validPipeline(document: JsonObject, catalog: Catalog): Pipeline {
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
