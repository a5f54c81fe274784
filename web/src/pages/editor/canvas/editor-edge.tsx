import { EdgeLabelRenderer, useStore } from '@xyflow/react';
import type { EdgeProps } from '@xyflow/react';
import { Plus, Trash2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { use, createContext } from 'react';
import type { PortEdge as PortEdgeType } from '../../../canvas/graph.ts';
import { PortEdge, pathOf } from '../../../canvas/port-edge.tsx';
import { texts } from '../texts.ts';

/** What can be done with the selected edge. */
export const EdgeActions = createContext<{ insert: () => void; remove: () => void }>({
  insert: () => undefined,
  remove: () => undefined,
});

/** An edge that is edited: selected, it offers to put a node on it or to go. */
export function EditorEdge(props: EdgeProps<PortEdgeType>) {
  const [, x, y] = pathOf(props);
  const { insert, remove } = use(EdgeActions);
  // As large as other buttons, however far away the canvas is.
  const zoom = useStore(({ transform }) => (props.selected ? transform[2] : 1));
  return (
    <>
      <PortEdge {...props} />
      {props.selected && (
        <EdgeLabelRenderer>
          <div
            className="nodrag nopan pointer-events-auto absolute flex rounded-md border border-line bg-raised shadow-md"
            style={{
              transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${1 / zoom})`,
            }}
          >
            <EdgeButton
              label={texts.canvas.insert}
              title={texts.canvas.insertHint}
              icon={Plus}
              className="rounded-l-md"
              onClick={insert}
            />
            <EdgeButton
              label={texts.canvas.deleteEdge}
              title={texts.canvas.delete}
              icon={Trash2}
              className="rounded-r-md text-bad"
              onClick={remove}
            />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

type EdgeButtonProps = {
  label: string;
  /** With the key that does the same. */
  title: string;
  icon: LucideIcon;
  className: string;
  onClick: () => void;
};

function EdgeButton({ label, title, icon: Icon, className, onClick }: EdgeButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      className={`grid size-7 place-items-center hover:bg-hover ${className}`}
      onClick={onClick}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
