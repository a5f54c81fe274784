import { describe, expect, it } from 'vitest';
import type { ListedRun, NodeView } from '../../../../../contracts/api/index.ts';
import { readDraft } from '../../../../../contracts/pipelines/validation/draft.ts';
import {
  firstReached,
  startOf,
  titleOf,
} from '../../../../../web/src/pages/editor/expressions/source-run.ts';

const { draft } = readDraft({
  name: 'desk',
  nodes: [
    { id: 'price', kind: 'tool', tool: 'get_price', args: {} },
    { id: 'judge', kind: 'model', prompt: 'Decide' },
    { id: 'approval', kind: 'approval', show: 1 },
    { id: 'order', kind: 'tool', tool: 'create_paper_order', args: {} },
  ],
  edges: [
    { from: 'price', to: 'judge' },
    { from: 'judge', to: 'approval' },
    { from: 'approval', to: 'order' },
  ],
});

/** The nodes of a run that left through the ports given, one after the other. */
const run = (id: string, ports: Record<string, string | undefined>) => ({
  id,
  nodes: Object.entries(ports).map(
    ([node, port]) => ({ id: node, ...(port !== undefined && { port }) }) as NodeView,
  ),
});

const failed = run('failed', {
  price: undefined,
  judge: undefined,
  approval: undefined,
  order: undefined,
});
const rejected = run('rejected', {
  price: 'done',
  judge: 'done',
  approval: 'rejected',
  order: undefined,
});
const bought = run('bought', {
  price: 'done',
  judge: 'done',
  approval: 'approved',
  order: 'done',
});
const before = run('before', { price: 'done', judge: 'done', order: 'done' });
const runs = new Map([failed, rejected, bought, before].map((one) => [one.id, one]));

/** The run that a node is tried with, and the runs that were read for it. */
async function sourceOf(node: string | undefined, ids = [...runs.keys()]) {
  const read: string[] = [];
  const found = await firstReached(draft, node, {
    ids,
    read: async (id) => {
      read.push(id);
      return runs.get(id)!;
    },
  });
  return { found: found?.id, read };
}

describe('the run whose values the editor shows and tries a node with', () => {
  it('is the newest in which the node got its input', async () => {
    expect((await sourceOf('price')).found).toBe('failed');
    expect((await sourceOf('judge')).found).toBe('rejected');
    expect((await sourceOf('approval')).found).toBe('rejected');
    expect((await sourceOf('order')).found).toBe('bought');
  });

  it('reads no run that is older', async () => {
    expect((await sourceOf('judge')).read).toEqual(['failed', 'rejected']);
  });

  it('can be from before an approval was drawn, which is then asked for', async () => {
    expect((await sourceOf('order', ['before'])).found).toBe('before');
  });

  it('is none where no run led to the node', async () => {
    expect((await sourceOf('order', ['failed', 'rejected'])).found).toBeUndefined();
  });
});

describe('a run to choose', () => {
  const now = new Date('2026-11-27T20:30:00');
  const listed = {
    createdAt: new Date('2026-11-27T20:02:31').toISOString(),
    status: 'failed',
    outcome: null,
    input: { symbol: 'NOPE' },
  } as unknown as ListedRun;

  it('says when it was, how it ended and what it was given', () => {
    expect(titleOf(listed, now)).toBe('8:02:31 PM · Failed · NOPE');
  });

  it('says the day where that is not today', () => {
    expect(startOf(listed, new Date('2026-11-28T20:30:00'))).toBe('Nov 27, 2026, 8:02:31 PM');
  });
});
