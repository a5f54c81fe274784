import { expect, it } from 'vitest';
import { pipelineHash } from '../../../contracts/pipelines/compile.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { annotationNodes, noteLines } from '../../../web/src/canvas/annotations.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { compareDocuments } from '../../../web/src/document/compare.ts';
import {
  addGroup,
  addNote,
  annotationsOf,
  removeAnnotations,
  setGroup,
  setNote,
} from '../../../web/src/document/edits/annotations.ts';
import { removeNodes } from '../../../web/src/document/edits/nodes.ts';
import { renameNode } from '../../../web/src/document/edits/rename.ts';

const document: Json = {
  name: 'desk',
  nodes: [
    { id: 'a', kind: 'transform', value: 1 },
    { id: 'b', kind: 'transform', value: 2 },
  ],
  edges: [],
};

const hashOf = (of: Json) => pipelineHash(pipelineSchema.parse(of));

it('notes and groups change nothing that a run does', async () => {
  const noted = setNote(addNote(document, { x: 1.4, y: 2 }), 0, { text: 'Ask Ann' });
  const framed = addGroup(noted, 'Research', ['a', 'b']);
  expect(annotationsOf(framed)).toEqual({
    notes: [{ text: 'Ask Ann', x: 1, y: 2 }],
    groups: [{ title: 'Research', nodes: ['a', 'b'] }],
  });
  expect(await hashOf(framed)).toBe(await hashOf(document));
  expect(compareDocuments(document, framed)).toEqual([]);
});

it('a group goes with the names of its nodes, and ends with the last of them', () => {
  const framed = addGroup(document, 'Research', ['a', 'b']);
  const renamed = renameNode(framed, 'a', 'first');
  expect(annotationsOf(renamed).groups).toEqual([{ title: 'Research', nodes: ['first', 'b'] }]);
  expect(annotationsOf(removeNodes(renamed, ['first'])).groups[0]?.nodes).toEqual(['b']);
  expect(removeNodes(renamed, ['first', 'b'])).not.toHaveProperty('canvas');
  expect(annotationsOf(setGroup(framed, 0, { nodes: [] })).groups).toEqual([]);
});

it('a node is in one group', () => {
  const twice = addGroup(addGroup(document, 'One', ['a', 'b']), 'Other', ['b']);
  expect(annotationsOf(twice).groups).toEqual([
    { title: 'One', nodes: ['a'] },
    { title: 'Other', nodes: ['b'] },
  ]);
});

it('what is removed leaves the document as it was', () => {
  const framed = addGroup(addNote(document, { x: 0, y: 0 }), 'Research', ['a']);
  expect(removeAnnotations(framed, { notes: [0], groups: [0] })).toEqual(document);
});

it('a frame lies around its cards, wherever they are', () => {
  const { nodes } = pipelineSchema.parse(document);
  const positions = { a: { x: 0, y: 0 }, b: { x: 400, y: 100 } };
  const { nodes: cards } = graphOf({ nodes, edges: [] }, { positions });
  const groups = [{ title: 'All', nodes: ['a', 'b', 'gone'] }];
  const [frame, ...others] = annotationNodes({ groups }, cards);
  expect(others).toEqual([]);
  const { position, data } = frame!;
  for (const card of cards) {
    expect(card.position.x).toBeGreaterThan(position.x);
    expect(card.position.y).toBeGreaterThan(position.y);
    const right = card.position.x + card.data.size.width;
    expect(right).toBeLessThan(position.x + data.size.width);
  }
});

it('a note shows as many lines as it has room for, fewer from afar, and never none', () => {
  const lines = (height: number) => Object.values(noteLines(height));
  expect(lines(24 + 5 * 18)).toEqual([5, 5, 4, 3]);
  expect(lines(24 + 18)).toEqual([1, 1, 1, 1]);
});
