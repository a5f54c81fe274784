import { Dialog } from '../components/dialogs/dialog.tsx';
import { KeyList } from '../components/keys/key-list.tsx';
import type { KeyRow } from '../components/keys/key-list.tsx';

/** The keys that work on every page; a page with keys of its own, as the editor, lists them itself. */
const rows: KeyRow[] = [
  ['Search for anything', ['Mod+K']],
  ['These keys', ['?']],
  ['Close what is open', ['Escape']],
  ['Go through what can be used', ['Tab', 'Shift+Tab']],
  ['On a canvas: go to the cards around', ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']],
  ['On the line between two panels: resize', ['ArrowLeft', 'ArrowRight']],
  ['On the line between two panels: fold', ['Enter']],
];

/** The keys of the app. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <KeyList rows={rows} />
    </Dialog>
  );
}
