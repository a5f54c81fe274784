import type { Catalog } from '../catalog.ts';
import { isJsonObject } from '../../base/json.ts';
import { firstProblems } from '../../documents/document-limits.ts';
import { unfitDocument } from '../../documents/unfit-document.ts';
import { pipelineSchema } from '../pipeline.ts';
import type { Pipeline } from '../pipeline.ts';
import { checks } from './checks/index.ts';
import { readDraft } from './draft.ts';
import { graphOf } from './graph.ts';
import { problem } from '../../values/problem.ts';
import { pipelineWarnings } from './warnings/index.ts';
import type { Problem } from '../../values/problem.ts';

export type { Problem } from '../../values/problem.ts';

/** True for a path inside one of the fields that stand in for bad ones. */
function isWithin(path: string, fields: Set<string>): boolean {
  return [...fields].some(
    (field) => path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`),
  );
}

/**
 * Finds every mistake of a pipeline document, given the catalog of names. If there is none, returns the pipeline with
 * its defaults filled in, and its warnings. Pure; never throws.
 */
export function validatePipeline(
  document: unknown,
  catalog: Catalog,
): { problems: Problem[]; warnings: Problem[]; pipeline?: Pipeline } {
  if (!isJsonObject(document)) {
    const fix = 'write an object with name, nodes and edges';
    return { problems: [problem([], 'a pipeline must be an object', fix)], warnings: [] };
  }
  const unfit = unfitDocument(document);
  if (unfit) return { problems: [unfit], warnings: [] };
  const { draft, problems: structure, replaced } = readDraft(document);
  const checked = { draft, graph: graphOf(draft), catalog };
  const found = checks
    .flatMap((check) => check(checked))
    .filter(({ path }) => !isWithin(path, replaced));
  const problems = [...structure, ...found];
  if (problems.length > 0) return { problems: firstProblems(problems), warnings: [] };
  const pipeline = pipelineSchema.parse(document);
  return { problems, warnings: pipelineWarnings(pipeline, catalog), pipeline };
}
