import { Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, DragEvent } from 'react';
import { kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import { stepItems, triggerItems } from '../commands/add-items.ts';
import type { AddItem } from '../commands/add-items.ts';
import { isTriggerKind } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import { nodeIn } from '../../../document/raw.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

/** Under what a dragged kind travels to the canvas. */
export const dragType = 'application/x-baton-kind';

type KindBarProps = {
  onAdd: (item: AddItem) => void;
  /** Asks for the list of everything that can be added. */
  onSearch: () => void;
};

/** The kinds of nodes: drag one onto the canvas or an edge, or press it. */
export function KindBar({ onAdd, onSearch }: KindBarProps) {
  const where = useWhere();
  function startDrag({ dataTransfer, currentTarget }: DragEvent, { id }: AddItem) {
    dataTransfer.setData(dragType, id);
    dataTransfer.effectAllowed = 'copy';
    const icon = currentTarget.querySelector('svg');
    if (icon) dataTransfer.setDragImage(icon, 8, 8);
  }
  const tile = (item: AddItem) => (
    <Tile
      key={item.id}
      icon={kindLook(item.kind).icon}
      color={kindColor(item.kind)}
      title={item.title}
      description={item.description}
      where={isTriggerKind(item.kind) ? undefined : where}
      draggable
      className="cursor-grab"
      onDragStart={(event) => startDrag(event, item)}
      onClick={() => onAdd(item)}
    />
  );
  return (
    <div
      role="toolbar"
      aria-label={texts.canvas.kinds}
      aria-orientation="vertical"
      className="absolute top-3 left-3 z-10 flex max-h-[calc(100%-1.5rem)] flex-col rounded-lg border border-line bg-surface p-1 shadow-sm max-md:overflow-x-hidden max-md:overflow-y-auto [@media(max-height:770px)]:overflow-x-hidden [@media(max-height:770px)]:overflow-y-auto"
    >
      <Tile
        icon={Search}
        title={texts.canvas.search}
        description={texts.canvas.searchHint}
        onClick={onSearch}
      />
      <hr className="mx-1 my-1 border-line" />
      {stepItems.map(tile)}
      <hr className="mx-1 my-1 border-line" />
      {triggerItems.map(tile)}
    </div>
  );
}

type TileProps = Omit<ComponentProps<'button'>, 'title'> & {
  icon: LucideIcon;
  color?: string;
  title: string;
  description: string;
  /** Where what it adds goes. */
  where?: string | undefined;
};

/** Where a node goes that is added now: after the selected node, on the selected edge, or by itself. */
function useWhere(): string {
  return useEditor(({ selection: { nodes, edges }, history }) => {
    const selected = nodes.filter((id) => nodeIn(history.present.document, id));
    const [last] = selected;
    if (last === undefined && edges.length === 1) return texts.canvas.addsOnEdge;
    if (last === undefined || selected.length > 1) return texts.canvas.addsApart;
    return texts.canvas.addsAfter(last);
  });
}

/** A button with a sign alone; what it is for stands beside it while one points at it. */
function Tile(props: TileProps) {
  const { icon: Icon, color = '', title, description, where, className = '', ...button } = props;
  return (
    <button
      type="button"
      aria-label={title}
      aria-description={[description, where].filter(Boolean).join('. ')}
      className={`group relative grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text ${className}`}
      {...button}
    >
      <Icon aria-hidden className={`size-4 ${color}`} />
      <span
        aria-hidden
        className="pointer-events-none absolute left-full ml-2 hidden rounded-md border border-line bg-raised px-2.5 py-1.5 whitespace-nowrap text-muted shadow-md group-hover:block group-focus-visible:block group-active:hidden"
      >
        <span className="font-medium text-text">{title}</span> {description}
        {where !== undefined && <span className="block">{where}</span>}
      </span>
    </button>
  );
}
