import { BookOpen, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useStored } from '../../components/hooks/use-stored.ts';
import { Keys } from '../../components/keys/key-signs.tsx';
import { ThemeSwitch } from '../../components/theme/theme-switch.tsx';
import { Overlays } from '../overlays.tsx';
import { texts } from '../texts.ts';
import { PlaceGroups } from './place-groups.tsx';
import { entryLook } from './place-link.tsx';
import { SignOut } from './sign-out.tsx';

/** Every place, at the left of the page; collapsed to icons if one likes, which is remembered. */
export function Sidebar() {
  const [isNarrow, setIsNarrow] = useStored('navigation:narrow', false);
  return (
    <nav
      aria-label={texts.shell.pages}
      className={`relative flex shrink-0 flex-col border-r border-line bg-surface p-2 ${isNarrow ? 'w-14' : 'w-48'}`}
    >
      <div className={`flex items-center gap-2 px-2 pt-1 pb-3 ${isNarrow ? 'justify-center' : ''}`}>
        <img src="/icon.svg" alt="" className="size-6" />
        {!isNarrow && <span className="text-[15px] font-semibold">{texts.shell.baton}</span>}
      </div>
      <Overlays>{(open) => <SearchButton isNarrow={isNarrow} onClick={open} />}</Overlays>
      <div className="-mx-2 min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <PlaceGroups isNarrow={isNarrow} />
      </div>
      <div className="-mx-2 grid gap-0.5 border-t border-line px-2 pt-2">
        <DocsLink isNarrow={isNarrow} />
        <SignOut isNarrow={isNarrow} />
        <div className={`flex items-center gap-1 ${isNarrow ? 'flex-col' : 'justify-between'}`}>
          <ThemeSwitch isUpright={isNarrow} />
          <CollapseButton isNarrow={isNarrow} onClick={() => setIsNarrow(!isNarrow)} />
        </div>
      </div>
    </nav>
  );
}

function DocsLink({ isNarrow }: { isNarrow: boolean }) {
  return (
    <a
      href="/guide/"
      target="_blank"
      rel="noreferrer"
      title={isNarrow ? texts.shell.docs : undefined}
      className={`${entryLook} ${isNarrow ? 'justify-center' : ''}`}
    >
      <BookOpen aria-hidden className="size-4 shrink-0" />
      <span className={isNarrow ? 'sr-only' : ''}>{texts.shell.docs}</span>
    </a>
  );
}

type ButtonProps = { isNarrow: boolean; onClick: () => void };

function SearchButton({ isNarrow, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      title={isNarrow ? texts.shell.search : undefined}
      className={`flex items-center gap-2 rounded-md border border-line px-2 py-1.5 text-muted hover:bg-hover hover:text-text ${isNarrow ? 'justify-center' : ''}`}
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className={isNarrow ? 'sr-only' : ''}>{texts.shell.search}</span>
      {!isNarrow && (
        <span aria-hidden className="ml-auto">
          <Keys combination="Mod+K" />
        </span>
      )}
    </button>
  );
}

function CollapseButton({ isNarrow, onClick }: ButtonProps) {
  const title = isNarrow ? texts.shell.expand : texts.shell.collapse;
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  return (
    <button
      type="button"
      aria-label={title}
      title={title}
      onClick={onClick}
      className={`${entryLook} !w-auto`}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
