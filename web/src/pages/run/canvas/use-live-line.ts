import { useCallInside } from '../../../api/streams/run-stream.ts';
import { joinPath, withoutAttempt } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { isWaiting } from '../waterfall/rows.ts';

/** About as much as fits on a card. */
const mostCharacters = 20;

/**
 * What happens in a node at this moment, in a few words: the last that its model said, or the tool that runs.
 * @returns an empty text where nothing does.
 */
export function useLiveLine(nodeId: string): string {
  const { run, steps, place } = useRunContext();
  const path = joinPath(place.inside ?? '', nodeId);
  const call = useCallInside(run.id, path);
  const said = call && (call.text || call.reasoning);
  if (said) return lastOf(said);
  const tool = steps.findLast(
    (step) => step.kind === 'tool' && step.status === 'running' && isInside(step.nodePath, path),
  );
  return tool && !isWaiting(tool) ? tool.label : '';
}

function isInside(nodePath: string, path: string): boolean {
  return withoutAttempt(nodePath) === path || nodePath.startsWith(`${path}/`);
}

/** The end of a text, from a word's beginning on. */
function lastOf(text: string): string {
  const line = text
    .slice(-4 * mostCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= mostCharacters && line.length === text.trim().length) return line;
  return `…${line.slice(-mostCharacters).replace(/^\S* /, '')}`;
}
