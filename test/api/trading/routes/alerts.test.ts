import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anInstrument } from '../../../support/trading/instruments.ts';
import { instrumentRepository } from '../../../../db/trading/instruments.ts';
import { openTestApp } from '../../support/app.ts';
import type { TestApp } from '../../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (const id of ['SPX', 'BTC/USDT', 'ETH/USDT']) await keep(id, id);
  await keep('AAPL', 'NASDAQ:AAPL');
});
afterAll(() => test.close());

const index = anInstrument({ id: 'SPX', kind: 'index' });

/** Puts a symbol on record as one that was looked up. */
const keep = (symbol: string, id: string) =>
  instrumentRepository(test.database.db).put(symbol, { ...index, id });

const remove = (path: string) => test.ask('DELETE', `/api/v1${path}`);
const wanted = { symbol: 'spx', comparison: '>=', price: 1500.25, note: 'the top' };

describe('alerts', () => {
  it('are those of one user, who alone deletes them', async () => {
    const { body } = await test.post('/api/v1/alerts', { ...wanted, user: 'dan' });
    const listed = async (user: string) =>
      (await test.get(`/api/v1/alerts?user=${user}`)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await listed('dan')).toEqual([body.id]);
    expect(await listed('eve')).toEqual([]);
    expect((await remove(`/alerts/${body.id}?user=eve`)).status).toBe(404);
    expect((await remove(`/alerts/${body.id}`)).status).toBe(404);
    expect(await listed('dan')).toEqual([body.id]);
    expect((await remove(`/alerts/${body.id}?user=dan`)).status).toBe(204);
    expect(await listed('dan')).toEqual([]);
  });

  it('are created, listed by user, status and symbol, and deleted', async () => {
    const { status, body } = await test.post('/api/v1/alerts', { ...wanted, user: 'ann' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: 'ann',
      runId: null,
      symbol: 'SPX',
      comparison: '>=',
      price: '1500.25',
      note: 'the top',
      status: 'active',
      firedAt: null,
    });
    await test.post('/api/v1/alerts', { ...wanted, symbol: 'BTC/USDT' });
    const listed = async (query: string) =>
      (await test.get(`/api/v1/alerts?${query}`)).body.items.map(
        ({ symbol }: { symbol: string }) => symbol,
      );
    expect(await listed('')).toEqual(['BTC/USDT']);
    expect(await listed('user=ann')).toEqual(['SPX']);
    expect(await listed('symbol=btc/usdt&status=active')).toEqual(['BTC/USDT']);
    expect(await listed('status=fired')).toEqual([]);
    expect((await remove(`/alerts/${body.id}?user=ann`)).status).toBe(204);
    expect(await listed('user=ann')).toEqual([]);
    expect((await remove(`/alerts/${body.id}?user=ann`)).status).toBe(404);
  });

  it('are kept under the one symbol of their instrument', async () => {
    const { body } = await test.post('/api/v1/alerts', { ...wanted, symbol: 'aapl' });
    expect(body).toMatchObject({ symbol: 'NASDAQ:AAPL', user: 'local' });
  });

  it.each([{ comparison: '>' }, { price: -1 }, { symbol: '' }, { every: 'day' }])(
    'are refused as %j',
    async (change) => {
      expect((await test.post('/api/v1/alerts', { ...wanted, ...change })).status).toBe(422);
    },
  );
});

describe('the watchlist', () => {
  it('is each user’s own, in the order in which it was filled', async () => {
    const add = (more: object) => test.post('/api/v1/watchlist', more);
    await add({ symbol: 'spx' });
    await add({ symbol: 'BTC/USDT', note: 'breaks out' });
    await add({ symbol: 'ETH/USDT', user: 'ann' });
    const { body } = await add({ symbol: 'SPX', note: 'the index' });
    expect(body.items).toMatchObject([
      { symbol: 'SPX', note: 'the index' },
      { symbol: 'BTC/USDT', note: 'breaks out' },
    ]);
    expect((await test.get('/api/v1/watchlist?user=ann')).body.items).toHaveLength(1);
    expect((await remove('/watchlist/BTC%2FUSDT')).status).toBe(204);
    const again = await remove('/watchlist/BTC%2FUSDT');
    expect(again.status).toBe(404);
    expect(again.body.detail).toBe('BTC/USDT is not in the watchlist of local: choose one of: SPX');
    expect((await test.get('/api/v1/watchlist')).body.items).toMatchObject([{ symbol: 'SPX' }]);
    const nothing = await remove('/watchlist/SPX?user=nobody');
    expect([nothing.status, nothing.body.detail]).toEqual([
      404,
      'the watchlist of nobody is empty',
    ]);
  });

  it('holds an instrument once, and removes it, under any of its names', async () => {
    const user = 'bea';
    await test.post('/api/v1/watchlist', { symbol: 'AAPL', user });
    const { body } = await test.post('/api/v1/watchlist', { symbol: 'NASDAQ:AAPL', user });
    expect(body.items).toMatchObject([{ symbol: 'NASDAQ:AAPL' }]);
    expect((await remove('/watchlist/aapl?user=bea')).status).toBe(204);
    expect((await test.get('/api/v1/watchlist?user=bea')).body.items).toEqual([]);
  });

  it('takes what was looked up before, and nothing else, while nobody can look it up', async () => {
    const alone = await openTestApp({ withWorker: false });
    await instrumentRepository(alone.database.db).put('SPX', index);
    expect((await alone.post('/api/v1/watchlist', { symbol: 'SPX' })).status).toBe(200);
    const { status, body } = await alone.post('/api/v1/watchlist', { symbol: 'ABC' });
    expect(status).toBe(503);
    expect(body.type).toBe('urn:baton:problem:unavailable');
    expect((await alone.get('/api/v1/watchlist')).body.items).toHaveLength(1);
    await alone.close();
  });
});
