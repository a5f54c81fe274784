import { useReactFlow, useStoreApi } from '@xyflow/react';
import { use, useEffect } from 'react';
import type { CardNode, PortEdge, Position } from '../../../canvas/graph.ts';
import { ViewContext, fitOptions, noView } from '../state/canvas-view.ts';

/** Frames that are waited for a new card to be drawn. */
const patience = 30;

/** What is left free between a card that was brought into view and the edge, and beside the palette of kinds. */
const margin = 24;
const paletteWidth = 72;

/** How far what reaches from one place to another has to move for all of it to be in view. */
function shift({ from, to, length, before }: Record<'from' | 'to' | 'length' | 'before', number>) {
  if (from < 0 || to - from > length - before - margin) return before - from;
  return to > length ? length - margin - to : 0;
}

/**
 * Tells the editor what its canvas can do; draws nothing.
 * @param props.keptAt where a place of the canvas is in the document
 */
export function RegisterView({ keptAt }: { keptAt: (place: Position) => Position }) {
  const view = use(ViewContext);
  const flow = useReactFlow<CardNode, PortEdge>();
  const store = useStoreApi();

  useEffect(() => {
    const { getNode, setViewport, screenToFlowPosition, fitView } = flow;

    function bringIntoView(id: string) {
      const node = getNode(id);
      if (!node) return;
      const { width, height, transform } = store.getState();
      const [x, y, zoom] = transform;
      const { size } = node.data;
      const left = node.position.x * zoom + x;
      const top = node.position.y * zoom + y;
      const right = left + size.width * zoom;
      const bottom = top + size.height * zoom;
      if (left >= 0 && top >= 0 && right <= width && bottom <= height) return;
      // Only as far as it must, so that what it follows stays in sight.
      const across = shift({ from: left, to: right, length: width, before: paletteWidth });
      const down = shift({ from: top, to: bottom, length: height, before: margin });
      void setViewport({ x: x + across, y: y + down, zoom }, { duration: 150 });
    }

    function focusCard(id: string, left = patience) {
      bringIntoView(id);
      const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
      if (card) card.focus({ preventScroll: true });
      else if (left > 0) requestAnimationFrame(() => focusCard(id, left - 1));
    }

    function onFocusIn({ target }: FocusEvent) {
      const card = (target as HTMLElement).closest<HTMLElement>('.react-flow__node');
      const id = card?.dataset['id'];
      if (id !== undefined && card?.matches(':focus-visible')) bringIntoView(id);
    }

    const { domNode } = store.getState();
    domNode?.addEventListener('focusin', onFocusIn);
    view.current = {
      middle: () => {
        const box = domNode?.getBoundingClientRect();
        if (!box) return noView.middle();
        const { x, y, width, height } = box;
        return keptAt(screenToFlowPosition({ x: x + width / 2, y: y + height / 2 }));
      },
      placeAt: ({ clientX, clientY }) => keptAt(screenToFlowPosition({ x: clientX, y: clientY })),
      focusCard: (id) => focusCard(id),
      fit: () => void fitView({ ...fitOptions, duration: 150 }),
    };
    return () => {
      domNode?.removeEventListener('focusin', onFocusIn);
      view.current = noView;
    };
  }, [flow, store, view, keptAt]);
  return null;
}
