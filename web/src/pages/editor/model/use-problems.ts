import { useDeferredValue, useMemo } from 'react';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../../../../contracts/pipelines/validation/index.ts';
import { useEditor } from '../state/use-editor.ts';
import { placeProblem } from './problem-places.ts';
import type { PlacedProblem } from './problem-places.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';

const none = { problems: [] as PlacedProblem[], warnings: [] as PlacedProblem[] };

/**
 * Every mistake of the document: what the server's own check finds here, and what the server found when it was saved. Of
 * one without mistakes, what is worth a second look.
 */
export function useProblems(catalogue: Catalog | undefined): typeof none {
  const document = useDeferredValue(
    useSettled(useEditor(({ history }) => history.present.document)),
  );
  const refused = useEditor((state) => state.refused);
  const { problems: found, warnings } = useMemo(() => {
    if (!catalogue) return none;
    const all = validatePipeline(document, catalogue);
    return {
      problems: all.problems.map(placeProblem),
      warnings: all.warnings.map(placeProblem),
    };
  }, [document, catalogue]);
  const problems = useMemo(() => {
    const known = new Set(found.map(({ path, message }) => `${path} ${message}`));
    const further = refused.filter(({ path, message }) => !known.has(`${path} ${message}`));
    return further.length === 0 ? found : [...further.map(placeProblem), ...found];
  }, [found, refused]);
  return useMemo(() => ({ problems, warnings }), [problems, warnings]);
}
