import { describe, expect, it } from 'vitest';
import {
  attemptOf,
  childOf,
  delegationOf,
  plainPath,
  titleAt,
} from '../../../web/src/api/node-paths.ts';

describe('node paths', () => {
  it('lead through the nodes of a pipeline, whichever attempt they name', () => {
    expect(childOf('', 'desk/news')).toBe('desk');
    expect(childOf('desk', 'desk/news.try-2/turn-1-0-research')).toBe('news');
    expect(childOf('desk', 'desktop/news')).toBeUndefined();
    expect(childOf('desk', 'desk')).toBeUndefined();
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
