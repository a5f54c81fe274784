import { Copy, Trash2 } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { useEdits } from '../commands/use-edits.ts';
import { Keys } from '../../../components/keys/key-signs.tsx';

/** What can be done with several things at once. */
export function ManyForm({ nodes, edges }: { nodes: number; edges: number }) {
  const { duplicate, removeSelected } = useEdits();
  const parts = [counted(nodes, 'node'), counted(edges, 'edge')].filter(Boolean);
  return (
    <section aria-label="What is selected" className="flex flex-col gap-4 p-4">
      <h2 className="font-semibold">{parts.join(' and ')} selected</h2>
      <div className="flex gap-2">
        {nodes > 0 && (
          <Button onClick={duplicate}>
            <Copy aria-hidden className="size-4" />
            Duplicate
          </Button>
        )}
        <Button look="danger" onClick={removeSelected}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </div>
      <p className="text-muted">
        Copied with <Keys combination="Mod+C" />, they are YAML that can be pasted here, into
        another pipeline or into a file.
      </p>
    </section>
  );
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
