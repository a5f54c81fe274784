import type { Node } from '@xyflow/react';
import type { CanvasGroup, CanvasNote } from '../../../contracts/pipelines/canvas.ts';
import { texts } from './texts.ts';
import type { CardNode, Position } from './graph.ts';

export type NoteNode = Node<{ text: string; size: { width: number; height: number } }, 'note'>;
export type GroupNode = Node<
  { title: string; members: string[]; size: { width: number; height: number } },
  'frame'
>;
export type Annotation = NoteNode | GroupNode;

/** Room between a frame and the cards in it, and for its title above them. */
const padding = 24;
const titleHeight = 28;
const note = { width: 220, line: 18, characters: 24, around: 24 } as const;

export const noteId = (index: number) => `note:${index}`;
export const groupId = (index: number) => `group:${index}`;

/** What an id on the canvas is of: no node or trigger has a colon in its own. */
export function annotationIn(id: string): { kind: 'note' | 'group'; index: number } | undefined {
  const [, kind, index] = /^(note|group):(\d+)$/.exec(id) ?? [];
  return kind ? { kind: kind as 'note' | 'group', index: Number(index) } : undefined;
}

/** The notes and frames of a canvas; frames lie around their cards, wherever those are. */
export function annotationNodes(
  { notes = [], groups = [] }: { notes?: CanvasNote[]; groups?: CanvasGroup[] },
  cards: readonly CardNode[],
  moves: Record<string, Position> = {},
): Annotation[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const frames = groups.flatMap(({ title, nodes }, index): GroupNode[] => {
    const inside = nodes.flatMap((id) => byId.get(id) ?? []);
    if (inside.length === 0) return [];
    return [frameAround(groupId(index), title, inside)];
  });
  return [
    ...frames,
    ...notes.map(({ text, x, y }, index): NoteNode => {
      const id = noteId(index);
      const size = { width: note.width, height: heightOf(text) };
      return {
        id,
        type: 'note',
        position: Object.hasOwn(moves, id) ? moves[id]! : { x, y },
        ...size,
        measured: size,
        zIndex: -1,
        connectable: false,
        ariaLabel: texts.note(text),
        data: { text, size },
      };
    }),
  ];
}

function frameAround(id: string, title: string, cards: readonly CardNode[]): GroupNode {
  const left = Math.min(...cards.map(({ position }) => position.x)) - padding;
  const top = Math.min(...cards.map(({ position }) => position.y)) - padding - titleHeight;
  const right = Math.max(...cards.map(({ position, data }) => position.x + data.size.width));
  const bottom = Math.max(...cards.map(({ position, data }) => position.y + data.size.height));
  const size = { width: right - left + padding, height: bottom - top + padding };
  return {
    id,
    type: 'frame',
    position: { x: left, y: top },
    ...size,
    measured: size,
    zIndex: -2,
    connectable: false,
    // Only its title is held: between its cards one moves the canvas.
    dragHandle: '.group-title',
    style: { pointerEvents: 'none' },
    ariaLabel: texts.group(title, cards.length),
    data: { title, members: cards.map((card) => card.id), size },
  };
}

/** As high as its lines; a browser may break them a little later. */
function heightOf(text: string): number {
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / note.characters)), 0);
  return lines * note.line + note.around;
}

/** How high a line is from each distance, as the style sheet has it; from afar there is less around the text. */
const lineHeights = { near: note.line, far: 20, farther: 26, farthest: 35 };
const aroundAfar = 8;

/** For how many lines a note has room from each distance, for the style sheet. */
export function noteLines(height: number): Record<`--lines-${keyof typeof lineHeights}`, number> {
  const lines = Object.entries(lineHeights).map(([level, line]) => {
    const around = level === 'near' ? note.around : aroundAfar;
    return [`--lines-${level}`, Math.max(1, Math.floor((height - around) / line))];
  });
  return Object.fromEntries(lines) as ReturnType<typeof noteLines>;
}
