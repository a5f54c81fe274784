import { ChevronRight } from 'lucide-react';
import { useRunContext } from '../run-context.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { texts } from '../texts.ts';

/** The way from the run to what is shown, each part a link. */
export function Trail({ nodePath, step }: { nodePath?: string; step?: string }) {
  const { placed, clear, openNode } = useRunContext();
  const paths = (nodePath ?? '')
    .split('/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/'));
  const places = [
    { title: texts.details.run, open: clear },
    ...paths.map((path) => ({
      title: titleOfPath(placed, path),
      open: () => openNode(path),
    })),
    ...(step === undefined ? [] : [{ title: step, open: () => undefined }]),
  ];
  return (
    <nav
      aria-label={texts.details.trail}
      className="mb-2 flex flex-wrap items-center gap-1 text-muted"
    >
      {places.slice(0, -1).map(({ title, open }, index) => (
        <span key={`${index} ${title}`} className="flex items-center gap-1">
          <button type="button" className="rounded text-accent hover:underline" onClick={open}>
            {title}
          </button>
          <ChevronRight aria-hidden className="size-3.5" />
        </span>
      ))}
    </nav>
  );
}
