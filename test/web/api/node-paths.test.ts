import { describe, expect, it } from 'vitest';
import {
  attemptOf,
  childOf,
  delegationOf,
  isWithin,
  partOf,
  plainPath,
  titleAt,
  withoutParts,
} from '../../../web/src/api/node-paths.ts';

describe('node paths', () => {
  it('lead through the nodes of a pipeline, whichever attempt they name', () => {
    expect(childOf('', 'desk/news')).toBe('desk');
    expect(childOf('desk', 'desk/news.try-2/turn-1-0-research')).toBe('news');
    expect(childOf('desk', 'desktop/news')).toBeUndefined();
    expect(childOf('desk', 'desk')).toBeUndefined();
  });

  it('lead through items and rounds, and to them', () => {
    expect(childOf('', 'refine.round-2/write.try-2')).toBe('refine');
    expect(childOf('', 'refine.round-2')).toBe('refine');
    expect(childOf('refine.round-2', 'refine.round-2/write.try-2')).toBe('write');
    expect(childOf('refine.round-2', 'refine.round-20/write')).toBeUndefined();
    expect(isWithin('refine.round-2/write', 'refine')).toBe(true);
    expect(isWithin('refined/write', 'refine')).toBe(false);
    expect(partOf('desk/each.item-12')).toEqual({ name: 'item', number: 12 });
    expect(partOf('each.item-12/price')).toBeUndefined();
    expect(withoutParts('each.item-12/again.round-1/price')).toBe('each/again/price');
    expect(titleAt('each.item-2', 'Each symbol')).toBe('Each symbol, item 2');
    expect(titleAt('refine.round-1')).toBe('round 1');
  });

  it('say which attempt and which delegation they are', () => {
    expect(attemptOf('desk/news.try-2')).toBe(2);
    expect(attemptOf('desk/news')).toBe(1);
    expect(delegationOf('trade/turn-3-1-market-data')).toEqual({
      turn: 3,
      call: 1,
      agent: 'market-data',
    });
    expect(delegationOf('trade')).toBeUndefined();
  });

  it('are the same for every attempt when attempts are left out', () => {
    expect(plainPath('trade.try-2/turn-1-0-research')).toBe('trade/turn-1-0-research');
  });

  it('are called by who was asked, which attempt they are, or the title of their node', () => {
    expect(titleAt('trade/turn-2-0-research', 'unused')).toBe('research (delegated in turn 2)');
    expect(titleAt('trade.try-3', 'unused')).toBe('attempt 3');
    expect(titleAt('desk/trade', 'Trade it')).toBe('Trade it');
    expect(titleAt('desk/trade')).toBe('trade');
  });
});
