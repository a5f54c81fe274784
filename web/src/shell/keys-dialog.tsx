import { Dialog } from '../components/dialogs/dialog.tsx';
import { KeyList } from '../components/keys/key-list.tsx';
import type { KeyRow } from '../components/keys/key-list.tsx';
import { texts } from './texts.ts';

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
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={texts.keys.title} isOpen onClose={onClose}>
      <KeyList rows={rows} />
    </Dialog>
  );
}
