import { expect, it } from 'vitest';
import { graphOf } from '../../../../web/src/canvas/graph.ts';
import { pictureHeight } from '../../../../web/src/pages/pipelines/start/picture-height.ts';
import { smallEdge } from '../../../../web/src/pages/pipelines/small-edge.ts';
import { documentOf } from '../../canvas/documents.ts';

it('draws an edge to the next row level, through the gap between the rows', () => {
  const path = smallEdge({ x: 200, y: 0 }, { x: 0, y: 60 }, 36);
  expect(path).toBe('M236 18h7V48H-7V78h7');
});

it('draws an edge to the next tile as a curve', () => {
  expect(smallEdge({ x: 0, y: 0 }, { x: 80, y: 0 }, 36)).toMatch(/^M36 18C/);
});

it('makes a picture higher for more rows, to a limit', () => {
  const heightAt = (y: number) =>
    pictureHeight(graphOf(documentOf([]), { positions: { b: { x: 0, y } } }));
  expect(pictureHeight(undefined)).toBe(256);
  expect(heightAt(0)).toBe(256);
  expect(heightAt(160)).toBe(360);
  expect(heightAt(900)).toBe(420);
});
