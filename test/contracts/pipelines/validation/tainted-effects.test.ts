import { describe, expect, it } from 'vitest';
import { agentSchema } from '../../../../contracts/agents/index.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { pipelineSchema } from '../../../../contracts/pipelines/pipeline.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

const order = { symbol: 'ABC', side: 'buy', quantity: 1, referencePrice: 10 };
const read = { id: 'read', kind: 'tool', tool: 'scrape_page', args: { url: 'https://a.example' } };
const buy = { id: 'buy', kind: 'tool', tool: 'create_paper_order', args: order };
const ok = { id: 'ok', kind: 'approval', show: 'this' };
const join = { id: 'both', kind: 'join' };
const agent = (name: string, more: object = {}) => ({
  id: 'think',
  kind: 'agent',
  agent: name,
  task: 'Think',
  ...more,
});

type Node = { id: string } & Record<string, unknown>;
type Edge = [from: string, to: string, port?: string];

const graph = (nodes: Node[], edges: Edge[]) => ({
  name: 'tested',
  nodes,
  edges: edges.map(([from, to, port]) => ({ from, to, ...(port && { port }) })),
});

/** One node after the other. */
const chain = (...nodes: Node[]) =>
  graph(
    nodes,
    nodes.slice(1).map(({ id }, index): Edge => [nodes[index]!.id, id]),
  );

function catalogue(...children: object[]) {
  const known = exampleCatalog();
  const parsed = children.map((child): Pipeline => pipelineSchema.parse(child));
  const named = (name: string, more: object) =>
    agentSchema.parse({ name, role: name, instructions: name, ...more });
  return {
    ...known,
    agents: {
      ...known.agents,
      reader: named('reader', { tools: ['search_news', 'get_price'] }),
      lone: named('lone', { tools: ['get_price'] }),
      asker: named('asker', { tools: ['get_price'], delegates: ['lone', 'reader'] }),
    },
    pipelines: Object.fromEntries(parsed.map((child) => [child.name, child])),
  };
}

function warningsOf(document: object, children: object[] = []) {
  const { problems, warnings } = validatePipeline(document, catalogue(...children));
  expect(problems).toEqual([]);
  return warnings.filter(({ message }) => message.includes('untrusted content'));
}

const buys = { ...chain(buy), name: 'buys' };
const reads = { ...chain(read), name: 'reads' };
const child = (pipeline: string) => ({ id: 'desk', kind: 'pipeline', pipeline });

describe('a side effect after content from outside that nobody has approved', () => {
  it('is warned of at its node, with the source and what to do', () => {
    expect(warningsOf(chain(read, buy))).toEqual([
      {
        path: 'nodes[1].tool',
        message:
          'create_paper_order has a side effect after untrusted content that no one has approved: read ' +
          '(scrape_page); a person must approve each such call',
        fix: expect.stringMatching(/^put an approval before it, or .*sideEffects: \{ policy/),
      },
    ]);
  });

  it.each<[string, object, string, string, object[]?]>([
    [
      'far after it',
      chain(read, { id: 't', kind: 'transform', value: 1 }, buy),
      '[2].tool',
      'read',
    ],
    ['an agent that reads', chain(agent('reader'), buy), '[1].tool', 'think (search_news)'],
    [
      'an agent whose delegate reads',
      chain(agent('asker'), buy),
      '[1].tool',
      'think (search_news)',
    ],
    [
      'an agent that the node lets delegate to one',
      chain(agent('lone', { delegates: ['reader'] }), buy),
      '[1].tool',
      'think (search_news)',
    ],
    ['an approval before it was read', chain(ok, read, buy), '[2].tool', 'read (scrape_page)'],
    [
      'what an agent makes of it after the approval',
      chain(read, ok, agent('lone'), buy),
      '[3].tool',
      'read (scrape_page)',
    ],
    [
      'what a model makes of it after the approval',
      chain(read, ok, { id: 'm', kind: 'model', prompt: 'Say' }, buy),
      '[3].tool',
      'read (scrape_page)',
    ],
    [
      'a way around the approval',
      graph(
        [read, ok, buy],
        [
          ['read', 'ok'],
          ['ok', 'buy'],
          ['read', 'buy'],
        ],
      ),
      '[2].tool',
      'read',
    ],
    [
      'a way to it that goes on when the approval was rejected',
      graph(
        [{ id: 'begin', kind: 'transform', value: 1 }, read, ok, buy],
        [
          ['begin', 'read'],
          ['read', 'ok'],
          ['ok', 'buy'],
          ['begin', 'buy'],
        ],
      ),
      '[3].tool',
      'read',
    ],
    [
      'a rejection',
      graph(
        [read, ok, buy],
        [
          ['read', 'ok'],
          ['ok', 'buy', 'rejected'],
        ],
      ),
      '[2].tool',
      'read',
    ],
    [
      'an approval that goes on when nobody gave it',
      graph(
        [read, { ...ok, onTimeout: 'fail', onError: 'continue' }, buy],
        [
          ['read', 'ok'],
          ['ok', 'buy', 'rejected'],
        ],
      ),
      '[2].tool',
      'read',
    ],
    [
      'an approval beside it',
      graph(
        [read, ok, join, buy],
        [
          ['read', 'both'],
          ['ok', 'both'],
          ['both', 'buy'],
        ],
      ),
      '[3].tool',
      'read',
    ],
    [
      'an earlier call of its own chain',
      chain({ ...read, next: [{ id: 'then', tool: 'create_paper_order', args: order }] }),
      '[0].next[0].tool',
      'read (scrape_page)',
    ],
    [
      'a map over the tool',
      chain(read, { id: 'all', kind: 'map', tool: 'create_paper_order', items: [order] }),
      '[1].tool',
      'read',
    ],
    ['a child that buys', chain(read, child('buys')), '[1].pipeline', 'read', [buys]],
    [
      'a child that reads',
      chain(child('reads'), buy),
      '[1].tool',
      'desk.read (scrape_page)',
      [reads],
    ],
    [
      'a child that reads, and ends though its approval was rejected',
      chain(child('asks'), buy),
      '[1].tool',
      'desk.read (scrape_page)',
      [{ ...chain(read, ok), name: 'asks' }],
    ],
    [
      'an approval in a child for what came before the child',
      chain(read, child('confirms'), buy),
      '[2].tool',
      'read (scrape_page)',
      [{ ...chain(ok), name: 'confirms' }],
    ],
    [
      'a map over a child that buys',
      chain(read, { id: 'all', kind: 'map', pipeline: 'buys', items: [] }),
      '[1].pipeline',
      'read',
      [buys],
    ],
  ])('is warned of with %s', (_name, document, path, source, children) => {
    const warnings = warningsOf(document, children);
    expect(warnings.map((warning) => warning.path)).toEqual([`nodes${path}`]);
    expect(warnings[0]?.message).toContain(source);
  });

  it.each<[string, object, object[]?]>([
    ['an approval before it', chain(read, ok, buy)],
    [
      'an approval that goes on as rejected when nobody gave it',
      chain(read, { ...ok, onTimeout: 'fail', onError: 'continue' }, buy),
    ],
    [
      'what is only reckoned after the approval',
      chain(read, ok, { id: 't', kind: 'transform', value: 1 }, buy),
    ],
    ['a policy that allows it', chain(read, { ...buy, sideEffects: { policy: 'allow' } })],
    [
      'a policy that says to ask',
      chain(read, { ...buy, sideEffects: { policy: 'ask-after-outside' } }),
    ],
    ['nothing read', chain(agent('lone'), buy)],
    [
      'an agent whose node leaves its reading out',
      chain(agent('reader', { tools: ['get_price'] }), buy),
    ],
    ['the reading after it', chain(buy, read)],
    [
      'a join that wants the approvals of all that was read',
      graph(
        [
          read,
          { ...read, id: 'other' },
          ok,
          { ...ok, id: 'too' },
          { ...join, mode: 'quorum', quorum: 2 },
          buy,
        ],
        [
          ['read', 'ok'],
          ['other', 'too'],
          ['ok', 'both'],
          ['too', 'both'],
          ['both', 'buy'],
        ],
      ),
    ],
    [
      'two approvals, one of which is enough',
      graph(
        [read, ok, { ...ok, id: 'too' }, buy],
        [
          ['read', 'ok'],
          ['read', 'too'],
          ['ok', 'buy'],
          ['too', 'buy'],
        ],
      ),
    ],
    ['an approval before the child that buys', chain(read, ok, child('buys')), [buys]],
    [
      'a child that only warns of itself',
      chain(child('both')),
      [{ ...chain(read, buy), name: 'both' }],
    ],
    ['a tool without effect', chain(read, { id: 'p', kind: 'tool', tool: 'get_portfolio' })],
  ])('is not warned of with %s', (_name, document, children) => {
    expect(warningsOf(document, children)).toEqual([]);
  });

  it('is told once a document has no mistakes', () => {
    const document = chain(read, { ...buy, sideEffects: { policy: 'sometimes' } });
    const { problems, warnings } = validatePipeline(document, catalogue());
    expect(problems).toMatchObject([{ path: 'nodes[1].sideEffects.policy' }]);
    expect(warnings).toEqual([]);
  });
});
