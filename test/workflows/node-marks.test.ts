import { afterEach, describe, expect, it } from 'vitest';
import { startHarness } from './support/harness.ts';
import { delivers } from './support/model-answers.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const page = 'scrape_page https://a.example';

/** Reads a page where the tool is `scrape_page`. */
const scripts: Parameters<typeof startHarness>[0] = {
  model: () => delivers({ report: 'read' }),
  tool: ({ tool }) => ({
    status: 'completed',
    output: tool,
    preview: '',
    ...(tool === 'scrape_page' && { outside: [page] }),
  }),
};

const marksOf = ({ recorded }: typeof harness) =>
  Object.fromEntries((recorded.finished?.nodes ?? []).map(({ id, outside }) => [id, outside]));

describe('the mark of a node', { timeout: 60_000 }, () => {
  it('is its own and that of all nodes that lead to it, and of no other', async () => {
    harness = await startHarness(scripts);
    const run = await harness.start({
      nodes: [
        { id: 'read', kind: 'tool', tool: 'scrape_page' },
        { id: 'price', kind: 'tool', tool: 'get_price' },
        { id: 'text', kind: 'transform', value: '{{ nodes.read.output }}' },
        { id: 'both', kind: 'join', mode: 'all' },
        { id: 'decide', kind: 'agent', agent: 'research', task: 'Decide' },
      ],
      edges: [
        { from: 'read', to: 'text' },
        { from: 'text', to: 'both' },
        { from: 'price', to: 'both' },
        { from: 'both', to: 'decide' },
      ],
    });
    await run.result();
    const mark = [page];
    expect(marksOf(harness)).toEqual({
      read: mark,
      price: undefined,
      text: mark,
      both: mark,
      decide: mark,
    });
    expect(harness.recorded.conversations).toMatchObject([{ outside: mark }]);
  });

  it('goes into child pipelines and comes out of them, also where they fail', async () => {
    harness = await startHarness(scripts);
    const run = await harness.start(
      {
        nodes: [
          { id: 'desk', kind: 'pipeline', pipeline: 'reads' },
          { id: 'decide', kind: 'pipeline', pipeline: 'decides' },
          { id: 'fails', kind: 'pipeline', pipeline: 'fails', onError: 'continue' },
        ],
        edges: [{ from: 'desk', to: 'decide' }],
      },
      {
        pipelines: [
          { name: 'reads', nodes: [{ id: 'read', kind: 'tool', tool: 'scrape_page' }] },
          {
            name: 'decides',
            nodes: [{ id: 'decide', kind: 'agent', agent: 'research', task: 'Decide' }],
          },
          {
            name: 'fails',
            nodes: [
              { id: 'read', kind: 'tool', tool: 'scrape_page' },
              { id: 'then', kind: 'transform', value: '{{ nodes.read.output.missing.deep }}' },
            ],
            edges: [{ from: 'read', to: 'then' }],
          },
        ],
      },
    );
    await run.result();
    expect(marksOf(harness)).toEqual({ desk: [page], decide: [page], fails: [page] });
    expect(harness.recorded.conversations).toMatchObject([
      { nodePath: 'decide/decide', outside: [page] },
    ]);
    expect(await run.result()).toMatchObject({ decide: { decide: { report: 'read' } } });
  });
});
