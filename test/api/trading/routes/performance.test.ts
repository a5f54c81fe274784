import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttributionRow } from '../../../../contracts/trading/api/performance.ts';
import { apiKey, startGateway } from '../../gateway/support/gateway.ts';
import type { Gateway } from '../../gateway/support/gateway.ts';

let baton: Gateway;

beforeAll(async () => {
  baton = await startGateway({
    environment: { BATON_MODELS: 'demo:trend', BATON_MARKET_BARS_PER_MINUTE: '600' },
    queues: ['models', 'tools'],
  });
});
afterAll(() => baton?.stop());

const get = (query = '') => baton.request('GET', `/api/v1/account/performance${query}`);
const call = async (name: string, args: object) =>
  (await baton.request('POST', `/api/v1/tools/${name}`, { args })).body.output;

async function order(side: string, quantity: number) {
  const { price } = await call('get_price', { symbol: 'SPX' });
  return call('create_paper_order', { symbol: 'SPX', side, quantity, referencePrice: price });
}

describe('the performance of a paper account', () => {
  it('says nothing of an account that has not traded', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({ account: 'paper', from: null, pnl: '0', months: [], curve: [] });
  });

  it('adds up to what the account has gained, to the last digit', async () => {
    await order('buy', 3);
    await order('sell', 1);
    const { body } = await get();
    const { deposited, fees } = (await baton.request('GET', '/api/v1/account')).body;
    expect(body.deposited).toBe(deposited);
    expect(body.fees).toBe(fees);
    expect(body.pnl).toBe(new Decimal(body.equity).minus(deposited).toFixed());
    for (const rows of Object.values<AttributionRow[]>(body.attribution)) {
      expect(rows.length).toBeGreaterThan(0);
      expect(Decimal.sum(0, ...rows.map(({ pnl }) => pnl)).toFixed()).toBe(body.pnl);
    }
    expect(body.attribution.agent).toMatchObject([{ kind: 'direct', name: null, trades: 1 }]);
    expect(body.curve[0].day).toBe(body.from);
    expect(body.curve.at(-1)).toMatchObject({ day: body.to, equity: body.equity });
    expect(body.benchmark).toMatchObject({ symbol: 'SPX', problem: null });
  });

  it('is compared with what the address names, and refuses what there is not', async () => {
    expect((await get('?benchmark=spx')).body.benchmark.symbol).toBe('SPX');
    const { status, body } = await get('?benchmark=NOTHING');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'benchmark' }]);
  });

  it('is of the account that is asked for, and of no other', async () => {
    expect((await get('?user=ann')).body).toMatchObject({ account: 'paper:ann', from: null });
    expect((await get('?user=ann&account=paper')).status).toBe(404);
  });

  it('is a CSV file of days, and what is held is one of positions', async () => {
    const lines = async (file: string) => {
      const response = await fetch(`${baton.url}/api/v1/account/${file}.csv`, {
        headers: { authorization: `Bearer ${apiKey}` },
      });
      return (await response.text()).split('\r\n').slice(0, -1);
    };
    const { body } = await get();
    const [head, first] = await lines('performance');
    expect(head).toBe('day,equity,cash,return,drawdown,gross,net,benchmark');
    const { day, equity, cash } = body.curve[0];
    expect(first).toMatch(new RegExp(`^${day},${equity},${cash},`));
    const [columns, position, ...rest] = await lines('positions');
    expect(columns).toMatch(/^symbol,quantity,averagePrice,marketPrice,marketValue,/);
    expect(position).toMatch(/^SPX,2,[\d.]+,/);
    expect(rest).toEqual([]);
  });
});
