import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { validatePipeline } from '../../../../../contracts/pipelines/validation/index.ts';
import { placeProblem } from './problem-places.ts';
import type { PlacedProblem } from './problem-places.ts';

type Found = { problems: PlacedProblem[]; warnings: PlacedProblem[] };

let last: { document: Json; catalogue: Catalog; found: Found } | undefined;

/**
 * What the server's own check finds in a document. The same one is checked once, also where React throws away a drawing
 * that it had begun and begins it again.
 */
export function checkDocument(document: Json, catalogue: Catalog): Found {
  if (last?.document === document && last.catalogue === catalogue) return last.found;
  const { problems, warnings } = validatePipeline(document, catalogue);
  const found = { problems: problems.map(placeProblem), warnings: warnings.map(placeProblem) };
  last = { document, catalogue, found };
  return found;
}
