import { useRef, useState } from 'react';
import type { CardNode, Position } from '../../../canvas/graph.ts';
import type { CanvasView } from '../state/canvas-view.ts';
import { boxOf, snap } from './snap.ts';
import type { Guide } from './snap.ts';

/** How near a dragged card comes to a line before it is on it, in pixels of the screen. */
const reachPixels = 6;
const noGuides: readonly Guide[] = [];

/** Brings a card that is dragged on its own in line with others, and tells the lines. */
export function useSnapping(cards: readonly CardNode[], view: { current: CanvasView }) {
  const [guides, setGuides] = useState(noGuides);
  /** Where the cards were put last: whoever drops them knows only where the pointer was. */
  const places = useRef(new Map<string, Position>());

  /** @returns where the dragged cards go. */
  function place(moved: readonly [string, Position][]): readonly [string, Position][] {
    const [first] = moved;
    const card = moved.length === 1 && cards.find(({ id }) => id === first?.[0]);
    if (!first || !card) {
      keep(moved, noGuides);
      return moved;
    }
    const { current } = view;
    const reach =
      current.placeAt({ clientX: reachPixels, clientY: 0 }).x -
      current.placeAt({ clientX: 0, clientY: 0 }).x;
    const others = cards.filter((one) => one !== card).map((one) => boxOf(one));
    const { position, guides: found } = snap(boxOf(card, first[1]), others, reach);
    const placed: [string, Position][] = [[card.id, position]];
    keep(placed, found);
    return placed;
  }

  function keep(placed: readonly [string, Position][], found: readonly Guide[]) {
    places.current = new Map(placed);
    setGuides(found);
  }

  return {
    guides,
    place,
    placeOf: (id: string) => places.current.get(id),
    end: () => keep([], noGuides),
  };
}
