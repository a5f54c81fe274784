import { checkAgent as checkOne } from '../../contracts/agents/check.ts';
import type { KnownNames } from '../../contracts/agents/check.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../contracts/pipelines/validation/index.ts';
import { MalformedPipeline, parsePipeline } from './parse-pipeline.ts';

/** What the thread of documents does, by name. */
export type Work = {
  read: typeof read;
  checkPipeline: typeof checkPipeline;
  checkAgent: typeof checkAgent;
};

/** Errors lose their class between threads, so that the one that is expected is a result. */
export function read(text: string): { value?: Json; malformed?: string } {
  try {
    return { value: parsePipeline(text) };
  } catch (error) {
    if (error instanceof MalformedPipeline) return { malformed: error.message };
    throw error;
  }
}

export function checkPipeline({ document, catalog }: { document: Json; catalog: Catalog }) {
  return validatePipeline(document, catalog);
}

export function checkAgent({ definition, known }: { definition: Json; known: KnownNames }) {
  return checkOne(definition, known);
}
