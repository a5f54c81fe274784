import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

type Node = JsonObject & { id: string; kind: string };
type Edge = { from: string; to: string; port?: string };
type Document = {
  name: string;
  inputs: JsonObject;
  nodes: Node[];
  edges: Edge[];
  output: JsonObject;
};

const inputs = {
  type: 'object',
  required: ['symbol'],
  properties: { symbol: { type: 'string', default: 'SPX' } },
};

/** A node of any kind but join, which reads the nodes before it with optional access. */
function makeNode(kind: number, id: string, before: string[]): Node {
  const reads = `[inputs.symbol, ${before.map((other) => `nodes.?${other}.?output`).join(', ')}]`;
  const read = `{{ ${reads.replace(', ]', ']')} }}`;
  const made: JsonObject[] = [
    { kind: 'agent', agent: 'research', task: `Given ${read}` },
    { kind: 'model', prompt: `Given ${read}` },
    { kind: 'tool', tool: 'get_price', args: { symbol: '{{ inputs.symbol }}' } },
    { kind: 'approval', show: read },
    { kind: 'condition', when: 'inputs.symbol != ""' },
    { kind: 'transform', value: { read } },
  ];
  return { id, ...made[kind % made.length]! } as Node;
}

/** Acyclic documents: edges lead forward only, through any port; joins have at least two branches. */
const documents: fc.Arbitrary<Document> = fc
  .array(
    fc.record({
      kind: fc.nat(5),
      sources: fc.uniqueArray(fc.nat(20), { maxLength: 4 }),
      port: fc.nat(1),
      join: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((plans) => {
    const nodes: Node[] = [];
    const edges: Edge[] = [];
    const upstream = new Map<string, Set<string>>();
    for (const [index, { kind, sources, port, join }] of plans.entries()) {
      const id = `n${index}`;
      const from = [...new Set(sources.map((source) => nodes[source % Math.max(1, index)]))].filter(
        (node) => node !== undefined,
      );
      const before = new Set(from.flatMap((node) => [node.id, ...(upstream.get(node.id) ?? [])]));
      upstream.set(id, before);
      const isJoin = join && from.length > 1;
      nodes.push(isJoin ? { id, kind: 'join', mode: 'all' } : makeNode(kind, id, [...before]));
      for (const source of from) {
        const ports = { approval: ['approved', 'rejected'], condition: ['yes', 'no'] }[source.kind];
        edges.push({ from: source.id, to: id, ...(ports && { port: ports[port % 2]! }) });
      }
    }
    const output = { all: nodes.map(({ id }) => `{{ nodes.?${id}.?output }}`) };
    return { name: 'made', inputs, nodes, edges, output };
  });

const problemsOf = (document: unknown) => validatePipeline(document, exampleCatalog()).problems;

test('a well-made document has no mistakes', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(problemsOf(document)).toStrictEqual([]);
    }),
  );
});

/** One change that makes a document wrong, and the path of the mistake; undefined where it cannot be made. */
type Mutation = (document: Document, pick: number) => string | undefined;

const mutations: Record<string, Mutation> = {
  'misspells a kind': ({ nodes }, pick) => {
    nodes[pick % nodes.length]!.kind += 'x';
    return `nodes[${pick % nodes.length}].kind`;
  },
  'adds an unknown field': ({ nodes }, pick) => {
    nodes[pick % nodes.length]!['colour'] = 'red';
    return `nodes[${pick % nodes.length}].colour`;
  },
  'repeats an id': ({ nodes }, pick) => {
    nodes.push({ ...nodes[pick % nodes.length]! });
    return `nodes[${nodes.length - 1}].id`;
  },
  'gives a bad id': ({ nodes }) => {
    nodes.push({ id: '1st', kind: 'transform', value: null });
    return `nodes[${nodes.length - 1}].id`;
  },
  'gives a bad duration': ({ nodes }) => {
    nodes.push({ id: 'late', kind: 'approval', show: null, timeout: 'soon' });
    return `nodes[${nodes.length - 1}].timeout`;
  },
  'leads an edge from nowhere': ({ nodes, edges }, pick) => {
    edges.push({ from: 'nowhere', to: nodes[pick % nodes.length]!.id });
    return `edges[${edges.length - 1}].from`;
  },
  'leads an edge to itself': ({ nodes, edges }, pick) => {
    const { id } = nodes[pick % nodes.length]!;
    edges.push({ from: id, to: id });
    return `edges[${edges.length - 1}]`;
  },
  'repeats an edge': ({ edges }, pick) => {
    if (edges.length === 0) return undefined;
    edges.push({ ...edges[pick % edges.length]! });
    return `edges[${edges.length - 1}]`;
  },
  'leaves through an unknown port': ({ edges }, pick) => {
    if (edges.length === 0) return undefined;
    edges[pick % edges.length]!.port = 'sideways';
    return `edges[${pick % edges.length}].port`;
  },
  'closes a cycle': ({ nodes, edges }) => {
    nodes.push({ id: 'x', kind: 'transform', value: 1 }, { id: 'y', kind: 'transform', value: 1 });
    edges.push({ from: 'x', to: 'y' }, { from: 'y', to: 'x' });
    return `edges[${edges.length - 1}]`;
  },
  'names an unknown tool': ({ nodes }) => {
    nodes.push({ id: 'odd', kind: 'tool', tool: 'get_prise', args: {} });
    return `nodes[${nodes.length - 1}].tool`;
  },
  'reads an unknown node': ({ nodes }) => {
    nodes.push({ id: 'odd', kind: 'transform', value: ['{{ nodes.nowhere.output }}'] });
    return `nodes[${nodes.length - 1}].value[0]`;
  },
  'reads a node that does not run before': ({ nodes }, pick) => {
    const { id } = nodes[pick % nodes.length]!;
    nodes.push({ id: 'odd', kind: 'transform', value: `{{ nodes.?${id}.?output }}` });
    return `nodes[${nodes.length - 1}].value`;
  },
  'reads an unknown input': ({ output }) => {
    output['more'] = '{{ inputs.ticker }}';
    return 'output.more';
  },
  'breaks an expression': ({ output }) => {
    output['more'] = '{{ inputs. }}';
    return 'output.more';
  },
  'gives a default that does not fit': (document) => {
    document.inputs = { type: 'object', properties: { symbol: { type: 'string', default: 1 } } };
    return 'inputs.properties.symbol.default';
  },
};

test.each(Object.entries(mutations))('a change that %s is found at its place', (_name, mutate) => {
  fc.assert(
    fc.property(documents, fc.nat(), (document, pick) => {
      const changed = structuredClone(document);
      const path = mutate(changed, pick);
      fc.pre(path !== undefined);
      const problems = problemsOf(changed);
      expect(problems.map((problem) => problem.path)).toContain(path);
    }),
    { numRuns: 40 },
  );
});

test('any JSON at all is judged, never thrown at', () => {
  const nodes = fc.array(
    fc.record(
      {
        id: fc.string(),
        kind: fc.constantFrom('agent', 'tool', 'join', 'condition'),
        tool: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  const shaped = fc.record({
    name: fc.string(),
    nodes,
    edges: fc.jsonValue(),
    inputs: fc.jsonValue(),
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), shaped), (document) => {
      expect(problemsOf(document).length).toBeGreaterThan(0);
    }),
  );
});
