import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBefore } from './support/earlier.ts';

type User = {
  plan?: string;
  ai_trading?: boolean;
  denied_tools?: string[];
  allowed_tools?: string[];
};

let earlier: Awaited<ReturnType<typeof openBefore>>;
beforeAll(async () => {
  earlier = await openBefore('0007_usual_user');
});
afterAll(() => earlier.close());

/** What is on record where `operator` was somebody, after the step that makes `local` the one usual user. */
async function upgraded(operator: User, local?: User) {
  const { users, watchlist } = await earlier.upgraded({
    users: [{ id: 'operator', ...operator }, ...(local ? [{ id: 'local', ...local }] : [])],
    watchlist: [
      { user: 'operator', symbol: 'SPX', note: 'of the operator' },
      { user: 'operator', symbol: 'BTC/USDT' },
      { user: 'local', symbol: 'SPX', note: 'of the page' },
    ],
  });
  return {
    local: (users as { id: string }[]).find(({ id }) => id === 'local'),
    watched: watchlist as { user: string; symbol: string; note: string | null }[],
  };
}

test('what was denied to operator is denied to local, and no right of operator carries over', async () => {
  const kept = { denied_tools: ['http_post'], allowed_tools: ['get_price'], plan: 'free' };
  expect((await upgraded({ ...kept, ai_trading: false })).local).toMatchObject({
    ...kept,
    switches: { aiTrading: false },
  });
  const given = await upgraded({ ai_trading: true, plan: 'premium' });
  expect(given.local).toMatchObject({ switches: {}, plan: null, denied_tools: [] });
  expect(given.local).not.toHaveProperty('switches.aiTrading');
});

test('what is set for local stays, but for a switch that was off for operator', async () => {
  const own = { plan: 'pro', denied_tools: ['run_code'] };
  expect((await upgraded({ ai_trading: false }, { ...own, ai_trading: true })).local).toMatchObject(
    { ...own, switches: { aiTrading: false } },
  );
  expect((await upgraded({ ai_trading: true }, { ai_trading: false })).local).toMatchObject({
    switches: { aiTrading: false },
  });
});

test('instruments that operator followed are followed by local, whose own notes stay', async () => {
  const { watched } = await upgraded({});
  const seen = watched.map(({ user, symbol, note }) => [user, symbol, note]).toSorted();
  expect(seen).toEqual([
    ['local', 'BTC/USDT', null],
    ['local', 'SPX', 'of the page'],
  ]);
});
