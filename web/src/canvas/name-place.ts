import { Position } from '@xyflow/react';
import type { EdgeProps } from '@xyflow/react';
import { cardMeasures } from './card-size.ts';
import type { PortEdge } from './graph.ts';

type Ends = Pick<
  EdgeProps<PortEdge>,
  'sourceX' | 'sourceY' | 'sourcePosition' | 'targetX' | 'targetY' | 'data'
>;

/** How high the middle is of the gap through which an edge goes to a card in a row below; undefined of other edges. */
export function gapBelow(ends: Ends): number | undefined {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, data } = ends;
  const foot = sourceY + (data?.toFoot ?? 0);
  const head = targetY - cardMeasures.header / 2;
  const isBelow = sourcePosition === Position.Right && targetX < sourceX && head > foot;
  return isBelow ? (foot + head) / 2 : undefined;
}

/** Where the middle of a port's name is; `room` where it stands between cards and must be no longer. */
export function namePlace(ends: Ends): { x: number; y: number; room?: number } {
  const { sourceX, sourceY, sourcePosition, targetX, targetY, data } = ends;
  const { between, gap, header } = cardMeasures;
  if (data?.turns === 'early') return { x: targetX - between, y: targetY };
  if (data?.turns === 'late') return { x: sourceX + between, y: sourceY };
  const x = (sourceX + targetX) / 2;
  const below = gapBelow(ends);
  if (below !== undefined) return { x, y: below };
  const isStraight = Math.abs(targetY - sourceY) < header;
  // Beside a card there is no room for a long name: it stands above both.
  if (isStraight) return { x, y: Math.min(sourceY, targetY) - header / 2 - 14 };
  const y = (sourceY + targetY) / 2;
  const width = targetX - sourceX;
  if (sourcePosition !== Position.Right || width < between / 2) return { x, y };
  // Between the foot of the one card and the head of the other there is room for any name.
  const foot = data?.toFoot === undefined ? Infinity : sourceY + data.toFoot;
  if (y - gap / 2 > foot && y + gap / 2 < targetY - header / 2) return { x, y };
  // Past other cards, the line is alone only shortly before its end.
  if (width > 2 * between) return { x: targetX - between / 2, y: targetY, room: between - gap };
  return { x, y, room: width - gap };
}
