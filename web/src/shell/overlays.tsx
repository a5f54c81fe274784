import { useState, useEffect, useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { KeyList } from '../components/keys/key-list.tsx';
import type { KeyRow } from '../components/keys/key-list.tsx';
import { isTyping } from '../components/keys/is-typing.ts';
import { isPressed } from '../components/keys/keys.ts';
import { AppPalette } from './palette/app-palette.tsx';

/** The keys that work on every page; a page with keys of its own, as the editor, lists them itself. */
const rows: KeyRow[] = [
  [texts.keys.search, ['Mod+K']],
  [texts.keys.help, ['?']],
  [texts.keys.close, ['Escape']],
  [texts.keys.next, ['Tab', 'Shift+Tab']],
  [texts.keys.neighbours, ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']],
  [texts.keys.resize, ['ArrowLeft', 'ArrowRight']],
  [texts.keys.fold, ['Enter']],
];

/** The keys of the app. */
function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} isOpen onClose={onClose}>
      <KeyList rows={rows} />
      <p className="mt-4 text-muted">
        {texts.canvasBy}{' '}
        <a
          href="https://reactflow.dev"
          target="_blank"
          rel="noreferrer"
          className="underline hover:text-text"
        >
          React Flow
        </a>
        .
      </p>
    </Dialog>
  );
}

declare global {
  /** What was typed after Ctrl+K before the app was there, from `early.js`; undefined where nothing was pressed. */
  var takeTyped: (() => string | undefined) | undefined;
}

/** The palette with what is searched when it opens, or the list of keys. */
type Shown = { what: 'palette'; search: string } | { what: 'keys' };

/**
 * What opens over a page by a key.
 * @param props.children draws the button that opens the palette.
 */
export function Overlays({ children }: { children: (openPalette: () => void) => ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const close = () => setShown(undefined);
  const openPalette = () => setShown({ what: 'palette', search: '' });
  useAppKeys({ 'Mod+K': openPalette, '?': () => setShown({ what: 'keys' }) });
  useLayoutEffect(() => {
    const search = globalThis.takeTyped?.();
    globalThis.takeTyped = undefined;
    if (search !== undefined) setShown({ what: 'palette', search });
  }, []);
  return (
    <>
      {children(openPalette)}
      {shown?.what === 'palette' && <AppPalette initial={shown.search} onClose={close} />}
      {shown?.what === 'keys' && <KeysDialog onClose={close} />}
    </>
  );
}

/**
 * Listens for the keys that work on every page. A page that uses one of them itself has been asked before.
 * @param actions by combination, such as `Mod+K`; those of a single sign do nothing while one types.
 */
function useAppKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const pressed = Object.keys(actions).find(
        (combination) =>
          isPressed(event, combination) && !(combination.length === 1 && isTyping(event.target)),
      );
      if (pressed === undefined) return;
      event.preventDefault();
      // What is open has to be answered first.
      if (document.querySelector('[role="dialog"][data-state="open"]')) return;
      actions[pressed]?.();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
