import { expect, it } from 'vitest';
import { gapBelow, namePlace } from '../../../web/src/canvas/name-place.ts';

const position = 'right' as Parameters<typeof namePlace>[0]['sourcePosition'];
const right = { sourcePosition: position, sourceX: 240, sourceY: 26 };
const data = { port: 'default', isError: false, isNamed: true, toFoot: 94 };

it('puts the name of an edge to the row below on its level part, in the gap', () => {
  const ends = { ...right, targetX: 0, targetY: 186, data };
  expect(gapBelow(ends)).toBe(140);
  expect(namePlace(ends)).toEqual({ x: 120, y: 140 });
});

it('keeps a name between two cards within the gap', () => {
  const ends = { ...right, targetX: 304, targetY: 186, data };
  expect(namePlace(ends)).toEqual({ x: 272, y: 106, room: 56 });
});

it('leaves a name whole between the foot of one card and the head of another', () => {
  const ends = {
    ...right,
    sourceY: 100,
    targetX: 304,
    targetY: 186,
    data: { ...data, toFoot: 20 },
  };
  expect(namePlace(ends)).toEqual({ x: 272, y: 143 });
});

it('puts the name of an edge past other cards shortly before its end', () => {
  const ends = { ...right, targetX: 608, targetY: 186, data };
  expect(namePlace(ends)).toEqual({ x: 576, y: 186, room: 56 });
});

it('puts the name of a straight edge above the cards', () => {
  const ends = { ...right, targetX: 304, targetY: 26, data };
  expect(namePlace(ends)).toEqual({ x: 272, y: -14 });
});
