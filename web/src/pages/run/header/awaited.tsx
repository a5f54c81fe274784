import { Hand } from 'lucide-react';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

/** What the run waits for from a person, each a way to it, while something else is looked at. */
export function Awaited() {
  const { run, pending, place, placed, isStopping, openNode } = useRunContext();
  const still = isStopping ? [] : run.interrupted;
  const awaited = [
    ...pending.map(({ nodePath, title }) => ({ nodePath, title })),
    ...still.map(({ nodePath }) => ({
      nodePath,
      title: texts.header.resume(titleOfPath(placed, nodePath)),
    })),
  ].filter(({ nodePath }) => place.at !== undefined && place.at !== nodePath);
  if (awaited.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap items-center gap-x-2 pl-8">
      <Hand aria-hidden className="size-3.5 text-wait" />
      {texts.header.waitsForYou}
      {awaited.map(({ nodePath, title }) => (
        <button
          key={`${nodePath} ${title}`}
          type="button"
          onClick={() => openNode(nodePath)}
          className="rounded text-accent underline"
        >
          {title}
        </button>
      ))}
    </p>
  );
}
