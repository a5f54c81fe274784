import { describe, expect, test } from 'vitest';
import { momentNamed, momentOf } from '../../../../activities/trading/market/moment.ts';
import { replayedMarket } from '../exchange/replayed-market.ts';

const moment = { asOf: '2013-01-03T21:00:00.000Z', reason: 'SPX is a replay' };

describe('what texts name', () => {
  test.each([
    ['SPX', moment],
    [' spx ', moment],
    ['Decide whether to buy SPX, or hold.', moment],
    ['https://prices.test/chart?symbol=SPX', moment],
    ['BTC/USDT', undefined],
    ['NASDAQ:AAPL', undefined],
    ['^SPX', undefined],
    ['NYSE:SPX', undefined],
    ['SPX/USD', undefined],
    ['SPXL', undefined],
    ['https://prices.test/SPX', undefined],
    ['', undefined],
  ])('"%s" is as of %j', async (text, expected) => {
    const { market } = await replayedMarket('2013-01-03');
    expect(await momentNamed(market, [text])).toEqual(expected);
  });
});

test('the moment of a run counts where it is earlier, and for what names no replay', async () => {
  const { market, advance } = await replayedMarket('2013-01-03');
  const services = { market };
  const earlier = { asOf: '2010-01-04T21:00:00.000Z', reason: 'the run says so' };
  expect(await momentOf({ services, moment: earlier }, 'SPX')).toEqual(earlier);
  expect(await momentOf({ services, moment: earlier }, 'BTC/USDT')).toEqual(earlier);
  expect(await momentOf({ services, moment: undefined }, 'BTC/USDT')).toBeUndefined();
  const later = { ...earlier, asOf: '2026-01-05T21:00:00.000Z' };
  advance(1);
  expect(await momentOf({ services, moment: later }, 'SPX')).toMatchObject({
    asOf: '2013-01-04T21:00:00.000Z',
  });
});
