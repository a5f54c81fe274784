import { expect, test } from 'vitest';
import { openBefore } from './support/earlier.ts';

test('whether a user may trade, and where prices come from, are carried over', async () => {
  const earlier = await openBefore('0008_switches');
  const { users, catalog } = await earlier.upgraded({
    users: [
      { id: 'ann', ai_trading: true },
      { id: 'bob', ai_trading: false },
      { id: 'eve', plan: 'pro' },
    ],
    catalog: [
      {
        id: 'workers',
        tools: [],
        agents: {},
        models: { chain: [], demo: true },
        ai_trading: false,
        market_data: 'sample data',
      },
    ],
  });
  await earlier.close();
  expect(users).toMatchObject([
    { id: 'ann', switches: { aiTrading: true } },
    { id: 'bob', switches: { aiTrading: false } },
    { id: 'eve', switches: {} },
  ]);
  expect(users[2]).not.toHaveProperty('switches.aiTrading');
  expect(catalog).toMatchObject([
    { switches: { aiTrading: false }, notes: { marketData: 'sample data' } },
  ]);
});
