import { describe, expect, it } from 'vitest';
import type { NodeView } from '../../../../contracts/api/index.ts';
import { bodyPath, countParts, isOverAt, partShown } from '../../../../web/src/pages/run/parts.ts';

const node = (fields: Partial<NodeView>): NodeView => ({
  id: 'each',
  kind: 'map',
  status: 'running',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  ...fields,
});

describe('the item or round that is looked at', () => {
  it('is the last round of a loop, and of a map the first item that failed, else one that runs', () => {
    const parts = ['completed', 'running', 'failed', 'pending'] as const;
    expect(partShown(node({ parts: [...parts] }), 'each', {})).toBe(3);
    expect(partShown(node({ parts: ['completed', 'running'] }), 'each', {})).toBe(2);
    expect(partShown(node({ parts: ['completed', 'completed'] }), 'each', {})).toBe(1);
    const loop = node({ kind: 'loop', parts: ['completed', 'completed'] });
    expect(bodyPath(loop, 'desk/again', {})).toBe('desk/again.round-2');
  });

  it('is the one that was chosen, where there is one of that number', () => {
    const parts: NodeView['parts'] = ['completed', 'failed'];
    expect(bodyPath(node({ parts }), 'each', { each: 1, other: 2 })).toBe('each.item-1');
    expect(bodyPath(node({ parts }), 'each', { each: 3 })).toBe('each.item-2');
  });

  it('is none before one has begun, and none where they are in another run', () => {
    expect(partShown(node({}), 'each', {})).toBeUndefined();
    expect(bodyPath(node({ parts: [] }), 'each', {})).toBeUndefined();
    const kept = node({ parts: ['completed'], keptFrom: 'run_before' });
    expect(bodyPath(kept, 'each', {})).toBeUndefined();
    expect(bodyPath(undefined, 'each', {})).toBeUndefined();
  });

  it('of a node that runs one pipeline once is that, once it has begun', () => {
    expect(bodyPath(node({ kind: 'pipeline' }), 'desk', {})).toBe('desk');
    expect(bodyPath(node({ kind: 'pipeline', startedAt: null }), 'desk', {})).toBeUndefined();
  });
});

describe('how all of them stand', () => {
  it('is counted, those that are done first', () => {
    expect(countParts(['pending', 'failed', 'completed', 'failed'])).toEqual([
      ['completed', 1],
      ['failed', 2],
      ['pending', 1],
    ]);
  });
});

describe('what runs in a node', () => {
  it('is over with its item or round, or with the node', () => {
    const each = node({ parts: ['completed', 'running', 'failed'] });
    const nodeAt = (path: string) => (path === 'each' ? each : undefined);
    expect([1, 2, 3].map((number) => isOverAt(`each.item-${number}`, nodeAt))).toEqual([
      true,
      false,
      true,
    ]);
    expect(isOverAt('other', nodeAt)).toBe(false);
    const desk = node({ kind: 'pipeline', endedAt: '2026-01-01T00:00:01.000Z' });
    expect(isOverAt('desk', () => desk)).toBe(true);
    expect(isOverAt('desk', () => ({ ...desk, endedAt: null }))).toBe(false);
  });
});
