import { useDeferredValue, useMemo } from 'react';
import type { Catalog } from '../../../../../contracts/catalog.ts';
import { validatePipeline } from '../../../../../contracts/validation/index.ts';
import { useEditor } from '../state/use-editor.ts';
import { placeProblem } from './problem-places.ts';
import type { PlacedProblem } from './problem-places.ts';
import { useSettled } from '../../../components/use-settled.ts';

const noProblems: PlacedProblem[] = [];

/** Every mistake of the document: what the server's own check finds here, and what the server found when it was saved. */
export function useProblems(catalogue: Catalog | undefined): PlacedProblem[] {
  const document = useDeferredValue(
    useSettled(useEditor(({ history }) => history.present.document)),
  );
  const refused = useEditor((state) => state.refused);
  const found = useMemo(
    () =>
      catalogue ? validatePipeline(document, catalogue).problems.map(placeProblem) : noProblems,
    [document, catalogue],
  );
  return useMemo(() => {
    const known = new Set(found.map(({ path, message }) => `${path} ${message}`));
    const further = refused.filter(({ path, message }) => !known.has(`${path} ${message}`));
    return further.length === 0 ? found : [...further.map(placeProblem), ...found];
  }, [found, refused]);
}
