import type { MouseEvent } from 'react';
import ContextMenu from '../../../../components/controls/context-menu.tsx';
import type { CommandContext } from '../../commands/commands.ts';
import { nothingSelected } from '../../state/store.ts';
import { useSurface } from '../../state/panel.ts';
import { entriesFor } from './entries.ts';
import { menuTexts } from './texts.ts';

/** The menu of what is selected, or of the canvas, while it is open. */
export function CanvasMenu({ context }: { context: CommandContext }) {
  const { menu, closeMenu } = useSurface();
  if (!menu) return null;
  const { nodes, edges } = context.store.getState().selection;
  return (
    <ContextMenu
      // One opens after the other.
      key={`${menu.x} ${menu.y}`}
      place={menu}
      label={nodes.length + edges.length > 0 ? menuTexts.ofSelection : menuTexts.ofCanvas}
      items={entriesFor(context, menu)}
      onClose={closeMenu}
    />
  );
}

/** Selects what the right button is pressed on, unless it is among what is selected, and opens its menu there. */
export function useMenuAt({ store, surface }: CommandContext) {
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    // The key of a menu may come a second time, in the menu that it has opened.
    const isCanvas = event.currentTarget.contains(target) && target.closest('.react-flow') !== null;
    const isInMenu = target.closest('[role="menu"]') !== null;
    if (!isCanvas && !isInMenu) return;
    event.preventDefault();
    if (!isCanvas) return;
    const { nodes, edges } = store.getState().selection;
    const idOf = (part: string) => target.closest<HTMLElement>(part)?.dataset['id'];
    const node = idOf('.react-flow__node');
    const edge = idOf('.react-flow__edge');
    if (node !== undefined) {
      if (!nodes.includes(node)) store.getState().select({ nodes: [node], edges: [] });
    } else if (edge !== undefined) {
      if (!edges.includes(edge)) store.getState().select({ nodes: [], edges: [edge] });
    } else if (!target.closest('.react-flow__nodesselection')) {
      store.getState().select(nothingSelected);
    }
    surface.openMenu({ x: event.clientX, y: event.clientY });
  };
}
