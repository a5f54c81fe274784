import { expect, test } from 'vitest';
import type { Gates } from '../../../../contracts/trading/gates.ts';
import { changedGates } from '../../../../web/src/trading/account/gates/changed-gates.ts';
import { gateRows } from '../../../../web/src/trading/account/gates/gate-rows.ts';
import { schemaFields } from '../../../../web/src/components/schema-form/schema-fields.ts';
import {
  gateTexts,
  gateValues,
  unwritten,
} from '../../../../web/src/trading/account/gates/gate-fields.ts';
import { gateSchema, keptChanges } from '../../../../web/src/trading/account/gates/gate-schema.ts';

const gates: Gates = {
  orderNotional: 25_000,
  positionShare: 0.5,
  grossExposure: 1,
  dailyLoss: 2_000,
  timeZone: 'America/New_York',
  openOrders: 20,
  ordersPerMinute: 10,
  priceCollarPercent: 5,
  fillCollarPercent: null,
  sameBarExit: 'stop',
  maintenanceMargin: 0.3,
  borrowFeePercent: 0.25,
  symbols: null,
  allowShort: false,
  instruments: {},
  volumeShare: 0.1,
  slippageBasisPoints: 2,
  slippageVariation: 0.5,
  slippageSeed: 'seed',
  makerFeeBasisPoints: 5,
  takerFeeBasisPoints: 10,
};
const position = (symbol: string, quantity: number, marketPrice: number) => ({
  symbol,
  quantity,
  averagePrice: marketPrice,
  marketPrice,
  unrealizedPnl: 0,
});
const account = {
  equity: 100_000,
  positions: [position('SPX', 10, 1_000), position('BTC/USDT', -1, 20_000)],
  gateUse: { grossExposure: 30_000, dayResult: -1_500, openOrders: 5, ordersLastMinute: 1 },
};
const rowsBy = (given: Gates, now?: Parameters<typeof gateRows>[1]) =>
  Object.fromEntries(gateRows(given, now).map((row) => [row.title, row]));

test('each limit says how much of it is used', () => {
  const rows = rowsBy(gates, account);
  expect(rows['Largest position']).toMatchObject({ used: '20 % (BTC/USDT)', share: 0.4 });
  expect(rows['Gross exposure']).toMatchObject({ used: '30 % ($30,000.00)', share: 0.3 });
  expect(rows['Daily loss']).toMatchObject({ used: '$1,500.00', share: 0.75 });
  expect(rows['Open orders']).toMatchObject({ used: '5', share: 0.25 });
});

test('a gain uses nothing of the loss, and no limit has no share', () => {
  const up = { ...account, gateUse: { ...account.gateUse, dayResult: 40 } };
  expect(rowsBy(gates, up)['Daily loss']).toMatchObject({ used: 'none (up $40.00)', share: 0 });
  expect(rowsBy({ ...gates, dailyLoss: null }, up)['Daily loss']).not.toHaveProperty('share');
});

test('each gate that is off says so, and has no share', () => {
  const off: Gates = {
    ...gates,
    orderNotional: null,
    positionShare: null,
    dailyLoss: null,
    openOrders: null,
    ordersPerMinute: null,
    priceCollarPercent: null,
  };
  const rows = gateRows(off, account).filter(({ limit }) => limit === 'no limit');
  expect(rows.map(({ title }) => title)).toEqual([
    'Order value',
    'Largest position',
    'Daily loss',
    'Open orders',
    'Orders per minute',
    'Distance from the decision price',
    'Distance of a fill from the expected price',
  ]);
  expect(rows.filter(({ share }) => share !== undefined)).toEqual([]);
  expect(rowsBy(off, account)['Open orders']).toMatchObject({ used: '5' });
});

test('a loss that is not known is told as such, and is no gain', () => {
  const unknown = { ...account, gateUse: { ...account.gateUse, dayResult: null } };
  const row = rowsBy(gates, unknown)['Daily loss'];
  expect(row).toMatchObject({ used: expect.stringContaining('unknown') });
  expect(row).not.toHaveProperty('share');
});

test('while the account is not known there are limits alone', () => {
  expect(gateRows(gates, undefined).filter(({ used }) => used !== undefined)).toEqual([]);
});

test('an account without equity has no shares of it', () => {
  const broke = { ...account, equity: 0 };
  expect(rowsBy(gates, broke)['Gross exposure']).not.toHaveProperty('share');
});

test('a form for them says what counts where it is left empty, and leaves the others as they are', () => {
  const { properties } = gateSchema(gates) as { properties: Record<string, unknown> };
  expect(properties['grossExposure']).toMatchObject({ description: 'Default: 1 (100 %)' });
  expect(properties['orderNotional']).toMatchObject({ description: 'Default: $25,000.00' });
  expect(properties['symbols']).toMatchObject({ description: 'Default: all' });
  expect(properties['timeZone']).toMatchObject({ description: 'Default: America/New_York' });
  expect(keptChanges({ orderNotional: 5, volumeShare: 0.2 })).toEqual({ volumeShare: 0.2 });
});

test('a change says what was set and what was taken back', () => {
  expect(changedGates({ orderNotional: 5, openOrders: 2 }, { orderNotional: 6 })).toEqual([
    'Order value: 5 → 6',
    'Open orders: 2 → default',
  ]);
});

test('a change to no limit is told as that', () => {
  expect(
    changedGates({ dailyLoss: 2_500, symbols: ['SPX', 'ABC'] }, { dailyLoss: null, symbols: null }),
  ).toEqual(['Daily loss: 2,500 → no limit', 'Symbols: SPX, ABC → all']);
});

const fields = schemaFields(gateSchema(gates));
const sent = (texts: Record<string, string>) => gateValues(gateSchema(gates), fields, texts);

test.each([
  ['no limit', { orderNotional: null, openOrders: null, dailyLoss: null, symbols: null }],
  ['limits', { dailyLoss: 250, symbols: ['SPX', 'ABC'], orderNotional: 5 }],
  ['what is default', {}],
])('a form that is sent as it was opened keeps %s', (_, set) => {
  expect(sent(gateTexts(fields, set))).toEqual(set);
});

test('a limit that was chosen and not written is sent, to be said to be missing', () => {
  expect(sent({ ...gateTexts(fields, {}), dailyLoss: unwritten, symbols: unwritten })).toEqual({
    dailyLoss: unwritten,
    symbols: [],
  });
});
