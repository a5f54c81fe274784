import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway } from '../../gateway/support/gateway.ts';
import type { Gateway } from '../../gateway/support/gateway.ts';

let baton: Gateway;

beforeAll(async () => {
  baton = await startGateway({
    environment: { BATON_MODELS: 'demo:trend', BATON_MARKET_BARS_PER_MINUTE: '600' },
    queues: ['models', 'tools'],
  });
});
afterAll(() => baton?.stop());

const get = async (path: string) => (await baton.request('GET', `/api/v1/account${path}`)).body;
const sideEffects = { policy: 'allow' };
const call = async (name: string, args: object) =>
  (await baton.request('POST', `/api/v1/tools/${name}`, { args, sideEffects })).body.output;

async function order(side: string, quantity: number) {
  const { price } = await call('get_price', { symbol: 'SPX' });
  return call('create_paper_order', { symbol: 'SPX', side, quantity, referencePrice: price });
}

describe('the paper account', () => {
  it('is empty before it is used', async () => {
    expect(await get('')).toMatchObject({ openedAt: null, cash: '0', fees: '0' });
    expect(await get('/orders')).toEqual({ items: [], nextCursor: null });
    expect(await get('/fills')).toEqual({ items: [], nextCursor: null });
  });

  it('has what was bought and sold, to the cent, as the portfolio has it', async () => {
    await order('buy', 3);
    await order('sell', 1);
    await order('buy', 1_000_000);

    const portfolio = await call('get_portfolio', {});
    const account = await get('');
    expect(Number(account.deposited)).toBe(100_000);
    expect(Number(account.cash)).toBe(portfolio.cash);
    expect(Number(account.reserved)).toBe(portfolio.reserved);

    const { items: fills } = await get('/fills');
    expect(fills).toMatchObject([
      { symbol: 'SPX', side: 'buy', quantity: '3' },
      { symbol: 'SPX', side: 'sell', quantity: '1' },
    ]);
    const fees = fills.reduce((sum: number, { fee }: { fee: string }) => sum + Number(fee), 0);
    expect(Number(account.fees)).toBeCloseTo(fees, 8);
  });

  it('lists its orders, newest first, with their fills or why they were denied', async () => {
    const { items } = await get('/orders');
    expect(items).toMatchObject([
      { side: 'buy', status: 'denied', reason: expect.stringContaining('limit'), fill: null },
      { side: 'sell', status: 'filled', fill: { quantity: '1' } },
      { side: 'buy', status: 'filled', fill: { quantity: '3' } },
    ]);
    expect(Date.parse(items[2].fill.marketTime)).toBeLessThan(Date.parse(items[1].fill.marketTime));
  });

  it('lists orders by status, symbol and page', async () => {
    expect((await get('/orders?status=denied')).items).toHaveLength(1);
    expect((await get('/orders?symbol=BTC/USDT')).items).toEqual([]);
    const first = await get('/orders?limit=2');
    const second = await get(`/orders?limit=2&cursor=${first.nextCursor}`);
    expect(first.items).toHaveLength(2);
    expect(second).toMatchObject({ items: [{ side: 'buy', status: 'filled' }], nextCursor: null });
  });
});
