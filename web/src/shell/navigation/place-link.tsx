import { Link } from '@tanstack/react-router';
import type { Place } from '../../domain.ts';
import { PlaceCount } from './place-count.tsx';
import { useIsShown } from './use-is-shown.ts';

/** How what one can go to looks in a list. */
export const entryLook =
  'flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-muted hover:bg-hover hover:text-text max-md:min-h-11 md:py-1';

type PlaceLinkProps = {
  place: Place;
  onGo?: () => void;
  /** Only the icon is seen; the title is read out, and shown where one points at it. */
  isNarrow?: boolean;
  /** Left out, unless it is shown now. */
  isFolded?: boolean;
};

/** Leads to a place; the one that is shown is marked. */
export function PlaceLink({ place, onGo, isNarrow = false, isFolded = false }: PlaceLinkProps) {
  const { path, title, icon: Icon } = place;
  const isShown = useIsShown(path);
  if (isFolded && !isShown) return null;
  return (
    <Link
      to={path}
      onClick={onGo}
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
      title={isNarrow ? title : undefined}
      className={`relative ${entryLook} ${isNarrow ? 'justify-center' : ''} ${isShown ? 'bg-hover !text-text font-medium' : ''}`}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className={isNarrow ? 'sr-only' : ''}>{title}</span>
      <span
        className={
          isNarrow
            ? 'absolute -top-0.5 -right-1.5 origin-top-right scale-75 rounded-full bg-surface leading-none'
            : 'ml-auto'
        }
      >
        <PlaceCount path={path} />
      </span>
    </Link>
  );
}
