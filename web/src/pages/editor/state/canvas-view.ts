import { createContext, use } from 'react';
import type { Position } from '../../../canvas/graph.ts';

/** What the rest of the editor asks of the canvas, which is somewhere below it. */
export type CanvasView = {
  /** The place in the middle of what can be seen. */
  middle(): Position;
  /** The place at a point of the window. */
  placeAt(point: { clientX: number; clientY: number }): Position;
  /** Moves the keyboard's focus to a card, as soon as it is drawn, and brings it into view. */
  focusCard(id: string): void;
  /** Shows the whole. */
  fit(): void;
};

/** Before the canvas is there, its middle is the origin and there is nothing to focus. */
export const noView: CanvasView = {
  middle: () => ({ x: 0, y: 0 }),
  placeAt: () => ({ x: 0, y: 0 }),
  focusCard: () => undefined,
  fit: () => undefined,
};

export const ViewContext = createContext<{ current: CanvasView }>({ current: noView });

/** The canvas of the editor; read `current` when it is needed. */
export function useView(): { current: CanvasView } {
  return use(ViewContext);
}

/**
 * The whole is shown beside what lies on the canvas: the kinds of nodes on the left, the controls below;
 * and with the names of the ports on the right of the last cards.
 */
export const fitOptions = {
  padding: { top: '32px', right: '76px', bottom: '40px', left: '76px' },
  maxZoom: 1,
} as const;
