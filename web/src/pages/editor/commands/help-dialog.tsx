import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useSurface } from '../state/panel.ts';
import { commands } from './commands.ts';
import { KeyList } from '../../../components/keys/key-list.tsx';
import type { KeyRow } from '../../../components/keys/key-list.tsx';

/** What the browser and the canvas do by themselves. */
const others: KeyRow[] = [
  ['Go to the cards around', ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']],
  ['Add the next card to the selection', ['Shift+ArrowRight']],
  ['Copy, cut and paste nodes, as YAML', ['Mod+C', 'Mod+X', 'Mod+V']],
  ['Back to the canvas from a setting', ['Escape']],
  ['Complete a name in an expression', ['Mod+Space']],
];

/** Every key of the editor. */
export function HelpDialog() {
  const { isHelpOpen, showHelp } = useSurface();
  const rows: KeyRow[] = [...commands.map(({ title, keys }): KeyRow => [title, keys]), ...others];
  return (
    <Dialog title="Keys" isOpen={isHelpOpen} onClose={() => showHelp(false)}>
      <KeyList rows={rows} />
    </Dialog>
  );
}
