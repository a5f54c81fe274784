import { useEditor } from '../state/use-editor.ts';
import { useModel } from './model.ts';

/** How many problems there are; a text that cannot be read is one. */
export function useProblemCount(): number {
  const { problems } = useModel();
  const isBroken = useEditor(({ history }) => history.present.fault !== undefined);
  return isBroken ? 1 : problems.length;
}
