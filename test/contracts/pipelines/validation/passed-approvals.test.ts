import { describe, expect, it } from 'vitest';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

const order = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 10 };
const buy = { id: 'buy', kind: 'tool', tool: 'create_paper_order', args: order };
const price = { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } };
const ok = { id: 'ok', kind: 'approval', show: 'this' };
const too = { ...ok, id: 'too' };
const large = { id: 'large', kind: 'condition', when: 'true' };
const both = { id: 'both', kind: 'join' };

type Edge = [from: string, to: string, port?: string];

const graph = (nodes: object[], edges: Edge[]) => ({
  name: 'tested',
  nodes,
  edges: edges.map(([from, to, port]) => ({ from, to, ...(port && { port }) })),
});

const buys = pipelineSchema.parse({ name: 'buys', nodes: [buy] });

function warningsOf(document: object) {
  const catalog = { ...exampleCatalog(), pipelines: { buys } };
  const { problems, warnings } = validatePipeline(document, catalog);
  expect(problems).toEqual([]);
  return warnings
    .filter(({ message }) => !message.includes('is not for exactly this call'))
    .map(({ path, message }) => `${path}: ${message}`);
}

const passes = (path: string, node: string, approval: string) =>
  `${path}: ${node} has a side effect and runs even if ${approval} is not approved: another path leads to it`;

describe('a node that runs though an approval before it was not given', () => {
  it.each<[string, object, string[]]>([
    [
      'by an edge past the approval',
      graph(
        [price, ok, buy],
        [
          ['price', 'ok'],
          ['ok', 'buy'],
          ['price', 'buy'],
        ],
      ),
      [passes('nodes[2]', 'buy', 'ok')],
    ],
    [
      'since one of two approvals is enough',
      graph(
        [ok, too, buy],
        [
          ['ok', 'buy'],
          ['too', 'buy'],
        ],
      ),
      [passes('nodes[2]', 'buy', 'ok'), passes('nodes[2]', 'buy', 'too')],
    ],
    [
      'since a join waits for both, and goes on with one',
      graph(
        [ok, too, both, buy],
        [
          ['ok', 'both'],
          ['too', 'both'],
          ['both', 'buy'],
        ],
      ),
      [passes('nodes[3]', 'buy', 'ok'), passes('nodes[3]', 'buy', 'too')],
    ],
    [
      'in a child, as a branch of a join',
      graph(
        [ok, price, both, { id: 'desk', kind: 'pipeline', pipeline: 'buys' }],
        [
          ['ok', 'both'],
          ['price', 'both'],
          ['both', 'desk'],
        ],
      ),
      [passes('nodes[3]', 'desk', 'ok')],
    ],
    [
      'as the second call of a chain',
      graph(
        [ok, large, { ...price, next: [{ id: 'buy', tool: 'create_paper_order', args: order }] }],
        [
          ['ok', 'price'],
          ['large', 'price'],
        ],
      ),
      [passes('nodes[2]', 'price', 'ok')],
    ],
  ])('is warned of: %s', (_name, document, warnings) => {
    expect(warningsOf(document)).toEqual(warnings);
  });

  it.each<[string, object]>([
    [
      'a way that is only taken where nobody is asked',
      graph(
        [large, ok, buy],
        [
          ['large', 'ok', 'yes'],
          ['ok', 'buy'],
          ['large', 'buy', 'no'],
        ],
      ),
    ],
    [
      'a second person who is asked where the first one refuses',
      graph(
        [ok, too, buy],
        [
          ['ok', 'buy'],
          ['ok', 'too', 'rejected'],
          ['too', 'buy'],
        ],
      ),
    ],
    [
      'a join that wants both',
      graph(
        [ok, too, { ...both, mode: 'quorum', quorum: 2 }, buy],
        [
          ['ok', 'both'],
          ['too', 'both'],
          ['both', 'buy'],
        ],
      ),
    ],
    [
      'a join that wants either',
      graph(
        [ok, too, { ...both, mode: 'any' }, buy],
        [
          ['ok', 'both'],
          ['too', 'both'],
          ['both', 'buy'],
        ],
      ),
    ],
    [
      'one approval after the other',
      graph(
        [ok, too, buy],
        [
          ['ok', 'too'],
          ['too', 'buy'],
        ],
      ),
    ],
    [
      'a node without effect',
      graph(
        [ok, too, price],
        [
          ['ok', 'price'],
          ['too', 'price'],
        ],
      ),
    ],
  ])('is not warned of with %s', (_name, document) => {
    expect(warningsOf(document)).toEqual([]);
  });
});
