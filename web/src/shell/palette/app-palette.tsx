import { useRouter } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  PaletteFrame,
  PaletteGroup,
  PaletteItem,
  PaletteLabel,
} from '../../components/palette/palette.tsx';
import { Keys } from '../../components/keys/key-signs.tsx';
import { pageGroups } from '../../components/palette/page-groups.ts';
import { texts } from '../texts.ts';
import { actions } from './actions.ts';
import { useDestinations } from './destinations.ts';

/** Searches everything that one can go to or do. It comes with the app, so that no key is lost. */
export function AppPalette({ initial, onClose }: { initial: string; onClose: () => void }) {
  const router = useRouter();
  const [text, setText] = useState(initial);
  const [ofPage] = useState(() =>
    pageGroups.getState().map(({ title, items }) => ({ title, items: items() })),
  );
  // What is chosen of the page moves the focus itself; otherwise it goes back to where it was.
  const hasMoved = useRef(false);
  const groups = useDestinations(text).filter(({ items }) => items.length > 0);
  const goTo = (path: string) => router.history.push(path);
  const choose = (act: () => void) => {
    onClose();
    act();
  };
  return (
    <PaletteFrame
      title={texts.palette.title}
      search={{ text, onChange: setText }}
      onClose={onClose}
      onCloseAutoFocus={(event) => hasMoved.current && event.preventDefault()}
    >
      {ofPage.map((group) => (
        <PaletteGroup key={group.title} title={group.title}>
          {group.items.map(({ id, title, detail, icon: Icon, keys, run }) => (
            <PaletteItem
              key={id}
              id={`${group.title} ${id}`}
              value={`${title} ${detail ?? ''}`}
              title={title}
              onSelect={() => {
                hasMoved.current = true;
                choose(run);
              }}
            >
              {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
              <PaletteLabel title={title} detail={detail} />
              {keys && <Keys combination={keys} />}
            </PaletteItem>
          ))}
        </PaletteGroup>
      ))}
      {groups.slice(0, 1).map((group) => destinationGroup(group))}
      <PaletteGroup title={texts.palette.actions}>
        {actions.map(({ title, icon, run }) => (
          <PaletteItem key={title} value={title} onSelect={() => choose(() => run(goTo))}>
            <Entry title={title} icon={icon} />
          </PaletteItem>
        ))}
      </PaletteGroup>
      {groups.slice(1).map((group) => destinationGroup(group))}
      {isSentence(text) && (
        <PaletteGroup title={texts.palette.sayIt}>
          {/* Letters before the words: whatever fits what is typed comes before it. */}
          <PaletteItem
            value={`say${text}`}
            onSelect={() => choose(() => goTo(`/say?request=${encodeURIComponent(text.trim())}`))}
          >
            <Entry title={texts.palette.say} detail={text} icon={Sparkles} />
          </PaletteItem>
        </PaletteGroup>
      )}
    </PaletteFrame>
  );

  function destinationGroup({ title, items }: (typeof groups)[number]) {
    return (
      <PaletteGroup key={title} title={title}>
        {items.map(({ path, title: name, detail, icon, isFound, isOutside }) => (
          <PaletteItem
            key={path}
            id={path}
            value={`${title} ${name} ${detail ?? ''}${isFound ? ` ${text}` : ''}`}
            onSelect={() => choose(() => (isOutside ? location.assign(path) : goTo(path)))}
          >
            <Entry title={name} detail={detail} icon={icon} />
          </PaletteItem>
        ))}
      </PaletteGroup>
    );
  }
}

/** Whether what is typed may be a wish: shorter texts are looked for, and what is found is chosen first. */
function isSentence(text: string): boolean {
  return text.trim().split(/\s+/).length >= 3;
}

type EntryProps = { title: string; detail?: string | undefined; icon: LucideIcon };

function Entry({ title, detail, icon: Icon }: EntryProps) {
  return (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      <PaletteLabel title={title} detail={detail} />
    </>
  );
}
