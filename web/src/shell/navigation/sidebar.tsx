import { Search } from 'lucide-react';
import { Keys } from '../../components/keys/key-signs.tsx';
import { Overlays } from '../overlays.tsx';
import { places } from '../places.ts';
import { PlaceLink } from './place-link.tsx';
import { SignOut } from './sign-out.tsx';
import { texts } from '../texts.ts';

/** Every place, at the left of the page. */
export function Sidebar() {
  return (
    <nav
      aria-label={texts.shell.pages}
      className="flex w-48 shrink-0 flex-col gap-0.5 overflow-y-auto border-r border-line bg-surface p-2"
    >
      <div className="flex items-center gap-2 px-2 pt-1 pb-4">
        <img src="/icon.svg" alt="" className="size-6" />
        <span className="text-[15px] font-semibold">{texts.shell.baton}</span>
      </div>
      <Overlays>
        {(open) => (
          <button
            type="button"
            onClick={open}
            className="mb-2 flex items-center gap-2 rounded-md border border-line px-2 py-1.5 text-muted hover:bg-hover hover:text-text"
          >
            <Search aria-hidden className="size-4" />
            {texts.shell.search}
            <span aria-hidden className="ml-auto">
              <Keys combination="Mod+K" />
            </span>
          </button>
        )}
      </Overlays>
      {places.map((place) => (
        <PlaceLink key={place.path} place={place} />
      ))}
      <div className="mt-auto">
        <SignOut />
      </div>
    </nav>
  );
}
