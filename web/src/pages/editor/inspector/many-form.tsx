import { Copy, Trash2 } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { useEdits } from '../commands/use-edits.ts';
import { Keys } from '../../../components/keys/key-signs.tsx';
import { texts } from './texts.ts';

/** What can be done with several things at once. */
export function ManyForm({ nodes, edges }: { nodes: number; edges: number }) {
  const { duplicate, removeSelected } = useEdits();

  return (
    <section aria-label={texts.selection.label} className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{texts.selection.selected(nodes, edges)}</h2>
      <div className="flex gap-2">
        {nodes > 0 && (
          <Button onClick={duplicate}>
            <Copy aria-hidden className="size-4" />
            {texts.selection.duplicate}
          </Button>
        )}
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          {texts.selection.delete}
        </Button>
      </div>
      <p className="text-muted">
        {texts.selection.copyBefore} <Keys combination="Mod+C" /> {texts.selection.copyAfter}
      </p>
    </section>
  );
}
