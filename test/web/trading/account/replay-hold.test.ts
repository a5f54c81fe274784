import { expect, test } from 'vitest';
import { holdIn, mayHold } from '../../../../web/src/trading/account/replay-hold.ts';

const asked = (id: string, tool: string | null, args: { symbol: string } | null, at: number) => ({
  id,
  tool,
  args,
  requestedAt: `2026-11-27T20:00:0${at}Z`,
});

test('of each symbol the newest order that waits for approval may hold the replay', () => {
  const found = mayHold([
    asked('old', 'create_paper_order', { symbol: 'SPX' }, 1),
    asked('new', 'create_paper_order@2', { symbol: 'spx ' }, 3),
    asked('other', 'create_paper_order', { symbol: 'BTC/USDT' }, 2),
    asked('mail', 'send_email', null, 4),
    asked('shown', null, null, 5),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['new', 'other']);
});

test('each change of an order may', () => {
  const found = mayHold([
    asked('one', 'replace_paper_order', null, 1),
    asked('two', 'replace_paper_order', null, 2),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['one', 'two']);
});

test('the preview of an order says whether the replay stands still', () => {
  const text = 'paused for at most 60 min while you decide; other orders wait too';
  const preview = { facts: [{ label: 'Replay', value: text }], refusals: [], revision: null };
  expect(holdIn(preview)).toBe(text);
  expect(holdIn({ ...preview, facts: [] })).toBeUndefined();
});
