import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { validatePipeline } from '../../contracts/pipelines/validation/index.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import { parsePipeline } from '../documents/parse-pipeline.ts';
import type { Services } from '../services.ts';

type Stores = Pick<Services, 'agents' | 'catalog' | 'pipelines'>;

/**
 * Stores the pipelines that come with Baton, `*.yaml` in a folder. A user's own of the same name stays.
 * @returns the mistakes found, one line each; a document with mistakes is not stored.
 * @throws {Problem} `unavailable` until a worker has said which tools and agents there are.
 */
export async function storeShippedPipelines(services: Stores, folder: string): Promise<string[]> {
  const catalog = await currentCatalog(services);
  let left = await readDocuments(folder);
  for (;;) {
    const refused: (ShippedFile & { mistakes: string[] })[] = [];
    for (const { file, text, document } of left) {
      const { problems, pipeline } = validatePipeline(document, catalog);
      if (pipeline) catalog.pipelines[pipeline.name] = await store(services, pipeline, text);
      const mistakes = problems.map(
        ({ path, message, fix }) => `${file}: ${path} ${message}; ${fix}`,
      );
      if (!pipeline) refused.push({ file, text, document, mistakes });
    }
    // One may run another that was stored only after it was looked at.
    if (refused.length === left.length) return refused.flatMap(({ mistakes }) => mistakes);
    left = refused;
  }
}

type ShippedFile = { file: string; text: string; document: Json };

async function readDocuments(folder: string): Promise<ShippedFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { file, text, document: parsePipeline(text) };
    }),
  );
}

/** Gives the pipeline that is stored under the name from now on. */
async function store({ pipelines }: Stores, document: Pipeline, text: string): Promise<Pipeline> {
  const stored = await pipelines.get(document.name);
  if (stored?.source === 'user') return stored.document;
  const hash = await pipelineHash(document);
  await pipelines.put({ document, hash, source: 'shipped', text });
  return document;
}
