import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useSurface } from '../state/panel.ts';
import { commands } from './commands.ts';
import { KeyList } from '../../../components/keys/key-list.tsx';
import type { KeyRow } from '../../../components/keys/key-list.tsx';
import { commandTexts } from './texts.ts';
import { texts } from '../texts.ts';

/** What the browser and the canvas do by themselves. */
const others: KeyRow[] = [
  [texts.keys.neighbours, ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']],
  [texts.keys.extend, ['Shift+ArrowRight']],
  [texts.keys.clipboard, ['Mod+C', 'Mod+X', 'Mod+V']],
  [texts.keys.toCanvas, ['Escape']],
  [texts.keys.complete, ['Mod+Space']],
];

/** Every key of the editor. */
export function HelpDialog() {
  const { isHelpOpen, showHelp } = useSurface();
  const rows: KeyRow[] = [...commands.map(({ title, keys }): KeyRow => [title, keys]), ...others];
  return (
    <Dialog title={commandTexts.help} isOpen={isHelpOpen} onClose={() => showHelp(false)}>
      <KeyList rows={rows} />
    </Dialog>
  );
}
