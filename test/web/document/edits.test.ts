import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { copyNodes, pasteNodes } from '../../../web/src/document/edits/clipboard.ts';
import {
  canConnect,
  connect,
  disconnect,
  insertOnEdge,
} from '../../../web/src/document/edits/edges.ts';
import { addNode, placeUnplaced, removeNodes } from '../../../web/src/document/edits/nodes.ts';
import { renameInput, renameNode } from '../../../web/src/document/edits/rename.ts';
import { idsIn, listIn, objectIn } from '../../../web/src/document/raw.ts';

const nodes: JsonObject[] = [
  { id: 'research', kind: 'agent', agent: 'research', task: 'Look at {{ inputs.symbol }}' },
  { id: 'decide', kind: 'agent', agent: 'trading', task: 'Given {{ nodes.research.output }}' },
  { id: 'worth_it', kind: 'condition', when: 'nodes.decide.output.action != "nodes.decide"' },
];
const pipeline = {
  name: 'desk',
  nodes,
  edges: [
    { from: 'research', to: 'decide' },
    { from: 'decide', to: 'worth_it' },
  ],
  output: { decision: '{{ nodes.?decide.?output.orValue(null) }}', text: 'nodes.decide' },
  layout: { research: { x: 0, y: 0 }, decide: { x: 280, y: 0 } },
};
const order: JsonObject = { id: 'order', kind: 'tool', tool: 'create_paper_order' };
const at = { x: 10.4, y: 20.6 };
const ids = idsIn;
const edges = (document: Json) => listIn(document, 'edges');

describe('nodes of a document', () => {
  it('are added after the one that they follow, at whole pixels', () => {
    const added = addNode(pipeline, order, at, 'research');
    expect(ids(added)).toEqual(['research', 'order', 'decide', 'worth_it']);
    expect(added).toMatchObject({ layout: { order: { x: 10, y: 21 } } });
  });

  it('are added to a document that has nothing yet', () => {
    expect(addNode(null, order, at)).toEqual({
      nodes: [order],
      layout: { order: { x: 10, y: 21 } },
    });
  });

  it('are removed with their edges and places', () => {
    const removed = removeNodes(pipeline, ['decide']);
    expect(ids(removed)).toEqual(['research', 'worth_it']);
    expect(edges(removed)).toEqual([]);
    expect(removed).toMatchObject({ layout: { research: { x: 0, y: 0 } } });
  });

  it('go one by one where several have one id, and the last takes the edges and the place', () => {
    const twice = { ...pipeline, nodes: [...nodes, { ...order, id: 'decide' }] };
    const once = removeNodes(twice, ['decide']);
    expect(ids(once)).toEqual(['research', 'worth_it', 'decide']);
    expect(listIn(once, 'nodes')[2]).toMatchObject({ kind: 'tool' });
    expect(edges(once)).toEqual(pipeline.edges);
    expect(once).toMatchObject({ layout: pipeline.layout });
    expect(edges(removeNodes(once, ['decide']))).toEqual([]);
  });

  it('keep their places when others are given one', () => {
    const placed = placeUnplaced(pipeline, { research: { x: 5, y: 5 }, worth_it: at, gone: at });
    expect(placed).toMatchObject({
      layout: { research: { x: 0, y: 0 }, worth_it: { x: 10, y: 21 } },
    });
    expect(objectIn(placed, 'layout')).not.toHaveProperty('gone');
  });
});

describe('edges of a document', () => {
  it('name their port only where a node has several', () => {
    const both = connect(
      connect(addNode(pipeline, order, at), { from: 'worth_it', port: 'no', to: 'order' }),
      { from: 'research', port: 'done', to: 'order' },
    );
    expect(edges(both).slice(2)).toEqual([
      { from: 'worth_it', port: 'no', to: 'order' },
      { from: 'research', to: 'order' },
    ]);
  });

  it.each([
    ['to the node itself', { from: 'decide', port: 'done', to: 'decide' }],
    ['back to where it comes from', { from: 'worth_it', port: 'yes', to: 'research' }],
    ['a second time', { from: 'research', port: 'done', to: 'decide' }],
    ['to nowhere', { from: 'research', port: 'done', to: 'nowhere' }],
  ])('cannot lead %s', (_what, connection) => {
    expect(canConnect(pipeline, connection)).toBe(false);
    expect(connect(pipeline, connection)).toBe(pipeline);
  });

  it('are removed, also where they do not name their port', () => {
    const without = disconnect(pipeline, [{ from: 'research', port: 'done', to: 'decide' }]);
    expect(edges(without)).toEqual([{ from: 'decide', to: 'worth_it' }]);
  });

  it('are led through a node that is put on them', () => {
    const split = insertOnEdge(
      pipeline,
      { from: 'decide', port: 'done', to: 'worth_it' },
      { id: 'confirm', kind: 'approval' },
      at,
    );
    expect(ids(split)).toEqual(['research', 'decide', 'confirm', 'worth_it']);
    expect(edges(split)).toEqual([
      { from: 'research', to: 'decide' },
      { from: 'decide', to: 'confirm' },
      { from: 'confirm', port: 'approved', to: 'worth_it' },
    ]);
  });
});

describe('a node that gets another id', () => {
  it('is found under it by edges, places and expressions, and by nothing else', () => {
    expect(renameNode(pipeline, 'decide', 'judge')).toEqual({
      ...pipeline,
      nodes: [
        nodes[0],
        { ...nodes[1], id: 'judge' },
        { ...nodes[2], when: 'nodes.judge.output.action != "nodes.decide"' },
      ],
      edges: [
        { from: 'research', to: 'judge' },
        { from: 'judge', to: 'worth_it' },
      ],
      output: { decision: '{{ nodes.?judge.?output.orValue(null) }}', text: 'nodes.decide' },
      layout: { research: { x: 0, y: 0 }, judge: { x: 280, y: 0 } },
    });
  });

  it('is found under it by the cases of a switch', () => {
    const reading = (id: string): JsonObject => ({
      id: 'route',
      kind: 'switch',
      value: `nodes.${id}.output`,
      cases: [
        { port: 'a', when: `nodes.${id}.output == "nodes.decide"` },
        { port: 'b', is: 'nodes.decide' },
      ],
    });
    const renamed = renameNode({ nodes: [reading('decide')] }, 'decide', 'judge');
    expect(listIn(renamed, 'nodes')).toEqual([reading('judge')]);
  });

  it('is not taken for one whose id begins alike', () => {
    const named = renameNode(
      { nodes: [{ id: 'a' }, { id: 'b', task: '{{ nodes.a.x + nodes.ab.x }} {{nodes.a.y}}!' }] },
      'a',
      'z',
    );
    expect(named).toMatchObject({
      nodes: [{ id: 'z' }, { task: '{{ nodes.z.x + nodes.ab.x }} {{nodes.z.y}}!' }],
    });
  });
});

describe('nodes that are copied as text', () => {
  it('come back with their edges, under free ids that their expressions know', () => {
    const text = copyNodes(pipeline, ['research', 'decide']);
    const pasted = pasteNodes(pipeline, text);
    expect(pasted?.ids).toEqual(['research_2', 'decide_2']);
    expect(pasted?.document).toMatchObject({
      nodes: [{}, {}, {}, { id: 'research_2' }, { task: 'Given {{ nodes.research_2.output }}' }],
      layout: { research_2: { x: 40, y: 40 }, decide_2: { x: 320, y: 40 } },
    });
    expect(edges(pasted!.document).at(-1)).toEqual({ from: 'research_2', to: 'decide_2' });
  });

  it('are put where they are wanted', () => {
    const pasted = pasteNodes(pipeline, copyNodes(pipeline, ['decide']), { x: 500, y: 60 });
    expect(pasted?.document).toMatchObject({ layout: { decide_2: { x: 500, y: 60 } } });
  });

  it.each([
    ['one node', '{ id: size, kind: tool, tool: get_price }'],
    ['a list of nodes', '- { id: size, kind: tool, tool: get_price }'],
    ['a pipeline', 'name: x\nnodes:\n  - { id: size, kind: tool, tool: get_price }'],
  ])('are read from %s', (_what, text) => {
    expect(pasteNodes(pipeline, text)?.ids).toEqual(['size']);
  });

  it.each(['hello', '', '{ broken', '- 1', 'name: x'])('are not found in "%s"', (text) => {
    expect(pasteNodes(pipeline, text)).toBeUndefined();
  });
});

describe('an input that gets another name', () => {
  it('is read by it everywhere, and needed as before', () => {
    const renamed = renameInput(
      {
        inputs: { type: 'object', required: ['symbol'], properties: { symbol: {}, size: {} } },
        nodes: [
          { id: 'a', kind: 'agent', task: 'Look at {{ inputs.symbol }}, symbol' },
          { id: 'b', kind: 'condition', when: 'inputs.symbol == "inputs.symbol"' },
        ],
        output: '{{ inputs.?symbol.orValue(null) }}',
      },
      'symbol',
      'ticker',
    );
    expect(renamed).toEqual({
      inputs: { type: 'object', required: ['ticker'], properties: { ticker: {}, size: {} } },
      nodes: [
        { id: 'a', kind: 'agent', task: 'Look at {{ inputs.ticker }}, symbol' },
        { id: 'b', kind: 'condition', when: 'inputs.ticker == "inputs.symbol"' },
      ],
      output: '{{ inputs.?ticker.orValue(null) }}',
    });
  });
});
