import { stringify } from 'yaml';
import type { z } from 'zod';
import type {
  PipelineVersionView,
  PromotionView,
  pipelineVersionSchema,
  StoredPipeline,
} from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { revisionOf } from '../../db/repositories/catalog/pipelines.ts';
import type { PromotionRow } from '../../db/repositories/catalog/publish-pipelines.ts';
import type { PipelineRow, PipelineVersionRow } from '../../db/repositories/catalog/pipelines.ts';

/** A stored pipeline as lists show it. */
export function summarizePipeline(row: PipelineRow) {
  const { name, document, source, hash, updatedAt, publishing } = row;
  return {
    name,
    title: document.title ?? null,
    description: document.description ?? null,
    source,
    hash,
    inputs: document.inputs,
    updatedAt: updatedAt.toISOString(),
    publishing,
  };
}

/** A stored pipeline with its document, its text and its revision. @param liveHash of what runs start with. */
export function viewPipeline(row: PipelineRow, liveHash: string): StoredPipeline {
  return { ...summarizePipeline(row), ...contentOf(row), liveHash, revision: revisionOf(row) };
}

/** A version as lists show it; `current` is the hash that runs start with. */
export function summarizeVersion(row: PipelineVersionRow, current: string): PipelineVersionView {
  const { hash, number, document, source, author, createdAt, note, savedAt, savedBy } = row;
  return {
    hash,
    number,
    title: document.title ?? null,
    source,
    author,
    createdAt: createdAt.toISOString(),
    note,
    savedAt: savedAt.toISOString(),
    savedBy,
    current: hash === current,
  };
}

export function viewPromotion({ number, hash, from, by, at }: PromotionRow): PromotionView {
  return { number, hash, from, by, at: at.toISOString() };
}

/** A version with its document and its text. */
export function viewVersion(
  row: PipelineVersionRow,
  current: string,
): z.infer<typeof pipelineVersionSchema> {
  return { ...summarizeVersion(row, current), ...contentOf(row) };
}

function contentOf({ document, text }: Pick<PipelineRow, 'document' | 'text'>) {
  return { document: document as JsonObject, text: text ?? stringify(document) };
}
