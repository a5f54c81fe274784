import { describe, expect, it } from 'vitest';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { documentOf } from './documents.ts';

describe('graphOf', () => {
  it('draws a card for each node and a line for each edge', () => {
    const graph = graphOf(documentOf([{ from: 'a', to: 'b' }]));
    expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(graph.edges).toMatchObject([{ source: 'a', sourceHandle: 'done', target: 'b' }]);
  });

  it('leaves out edges that lead nowhere, as they do while a document is edited', () => {
    const { edges } = graphOf(documentOf([{ from: 'a', to: 'gone' }]));
    expect(edges).toEqual([]);
  });

  it('puts cards where it is told, and the others at the origin', () => {
    const { nodes } = graphOf(documentOf([]), { positions: { b: { x: 5, y: 7 } } });
    expect(nodes.map(({ position }) => position)).toEqual([
      { x: 0, y: 0 },
      { x: 5, y: 7 },
      { x: 0, y: 0 },
    ]);
  });

  it('draws the first of two nodes with one id', () => {
    const document = documentOf([]);
    const [first] = document.nodes;
    const { nodes } = graphOf({
      ...document,
      nodes: [...document.nodes, { ...first!, title: 'The second' }],
    });
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(nodes[0]?.data.node.title).not.toBe('The second');
  });

  it.each(['__proto__', 'constructor'])('puts a node whose id is %s at a place', (id) => {
    const document = documentOf([]);
    const named = { ...document, nodes: [{ ...document.nodes[0]!, id }] };
    expect(graphOf(named).nodes[0]?.position).toEqual({ x: 0, y: 0 });
    const positions = Object.fromEntries([[id, { x: 5, y: 7 }]]);
    expect(graphOf(named, { positions }).nodes[0]?.position).toEqual({ x: 5, y: 7 });
  });

  it('gives each case of a switch a handle, on a card that is high enough for them', () => {
    const cases = Array.from({ length: 8 }, (_, index) => ({
      port: `case_${index}`,
      when: 'true',
    }));
    const document = pipelineSchema.parse({
      name: 'test',
      nodes: [
        { id: 'route', kind: 'switch', cases },
        { id: 'after', kind: 'transform', value: 1 },
      ],
      edges: [{ from: 'route', port: 'case_7', to: 'after' }],
    });
    const { nodes, edges } = graphOf(document);
    const ways = nodes[0]?.handles?.filter(({ type }) => type === 'source') ?? [];
    expect(ways.map(({ id }) => id)).toEqual([...cases.map(({ port }) => port), 'default']);
    expect(Math.max(...ways.map(({ y }) => y))).toBeLessThan(nodes[0]?.data.size.height ?? 0);
    expect(edges[0]).toMatchObject({ sourceHandle: 'case_7', data: { isNamed: true } });
  });

  it('gives each port a handle on the right, and an error port with `onError: port`', () => {
    const document = pipelineSchema.parse({
      name: 'test',
      nodes: [
        { id: 'ask', kind: 'approval', show: 'x', onError: 'port' },
        { id: 'after', kind: 'transform', value: 1 },
      ],
      edges: [{ from: 'ask', port: 'error', to: 'after' }],
    });
    const { nodes, edges } = graphOf(document);
    const right = nodes[0]?.handles?.filter(({ type }) => type === 'source');
    expect(right?.map(({ id }) => id)).toEqual(['approved', 'rejected', 'error']);
    expect(new Set(right?.map(({ y }) => y)).size).toBe(3);
    expect(edges[0]?.data).toMatchObject({ port: 'error', isError: true, isNamed: true });
  });

  it('leaves room at the foot of the cards where that is wanted', () => {
    const height = (footer: boolean) => graphOf(documentOf([]), { footer }).nodes[0]?.height ?? 0;
    expect(height(true)).toBeGreaterThan(height(false));
  });

  it('has triggers lead to the nodes that runs begin with, beside them where they have no place', () => {
    const schedule = { id: 'daily', kind: 'schedule', cron: '0 8 * * *' } as never;
    const document = { ...documentOf([{ from: 'a', to: 'b' }]), triggers: [schedule] };
    const positions = { a: { x: 0, y: 10 }, b: { x: 300, y: 10 } };
    const { nodes, edges } = graphOf(document, { positions });
    const [trigger] = nodes;
    expect(trigger).toMatchObject({ id: 'daily', position: { y: 10 } });
    expect(trigger!.position.x).toBeLessThan(-240);
    expect(trigger!.handles).toMatchObject([{ id: 'fires', type: 'source' }]);
    expect(edges.map(({ source, target }) => [source, target])).toEqual([
      ['daily', 'a'],
      ['daily', 'c'],
      ['a', 'b'],
    ]);
    expect(edges[0]).toMatchObject({ selectable: false });
  });
});
