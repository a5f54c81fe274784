import { checkAgent as checkOne } from '../../contracts/agents/check.ts';
import type { KnownNames } from '../../contracts/agents/check.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Catalog } from '../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../contracts/pipelines/validation/index.ts';
import { MalformedPipeline, parsePipeline } from './parse-pipeline.ts';

/** What the process for documents does, by name. */
export type Work = {
  read: typeof read;
  checkPipeline: typeof checkPipeline;
  checkAgent: typeof checkAgent;
};

/** Errors lose their class between processes, so that the one that is expected is a result. */
export function read(text: string): { value?: Json; malformed?: string } {
  try {
    return { value: parsePipeline(text) };
  } catch (error) {
    if (error instanceof MalformedPipeline) return { malformed: error.message };
    throw error;
  }
}

// Documents come as JSON: to copy one of many keys would hold up the API for longer than to copy its text.

export function checkPipeline({ text, catalog }: { text: string; catalog: Catalog }) {
  return validatePipeline(JSON.parse(text) as Json, catalog);
}

export function checkAgent({ text, known }: { text: string; known: KnownNames }) {
  return checkOne(JSON.parse(text) as Json, known);
}
