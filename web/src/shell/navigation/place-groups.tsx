import { ChevronRight } from 'lucide-react';
import type { PlaceGroup } from '../../domain.ts';
import { useStored } from '../../components/hooks/use-stored.ts';
import { home, placeGroups } from '../places.ts';
import { PlaceCount } from './place-count.tsx';
import { PlaceLink } from './place-link.tsx';

type PlaceGroupsProps = {
  onGo?: () => void;
  /** Only icons are seen. */
  isNarrow?: boolean;
};

/** Every place under its heading. Which headings are folded is remembered. */
export function PlaceGroups({ onGo, isNarrow = false }: PlaceGroupsProps) {
  const [folded, setFolded] = useStored<string[]>('navigation:folded', []);
  const toggle = (title: string) =>
    setFolded(
      folded.includes(title) ? folded.filter((name) => name !== title) : [...folded, title],
    );
  const way = onGo && { onGo };
  return (
    <>
      <div className="mt-2">
        <PlaceLink place={home} isNarrow={isNarrow} {...way} />
      </div>
      {placeGroups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title} className="mt-3 grid gap-0.5">
          {!isNarrow && (
            <Heading
              group={group}
              isFolded={folded.includes(group.title)}
              onToggle={() => toggle(group.title)}
            />
          )}
          {isNarrow && <hr className="mx-1.5 mb-1 border-line" />}
          {group.places.map((place) => (
            <PlaceLink
              key={place.path}
              place={place}
              isNarrow={isNarrow}
              isFolded={!isNarrow && folded.includes(group.title)}
              {...way}
            />
          ))}
        </div>
      ))}
    </>
  );
}

type HeadingProps = { group: PlaceGroup; isFolded: boolean; onToggle: () => void };

/** Folds its places away; what asks for attention at one of them is counted here then. */
function Heading({ group: { title, places }, isFolded, onToggle }: HeadingProps) {
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={onToggle}
      className="group flex items-center gap-1 rounded-md px-2 py-0.5 text-[11px] font-medium text-muted hover:text-text max-md:min-h-9"
    >
      {title}
      <ChevronRight
        aria-hidden
        className={`size-3 transition-transform duration-100 ${isFolded ? '' : 'rotate-90 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100'}`}
      />
      {isFolded && (
        <span className="ml-auto flex gap-1">
          {places.map(({ path }) => (
            <PlaceCount key={path} path={path} />
          ))}
        </span>
      )}
    </button>
  );
}
