import ccxt from 'ccxt';
import { describe, expect, test } from 'vitest';
import { openCcxtExchange } from '../../../../activities/trading/market/feeds/ccxt-exchange.ts';

describe('an exchange of ccxt', () => {
  test('is the one that ccxt as a whole has, whichever is asked for', async () => {
    const all = ccxt as unknown as Record<string, new () => object>;
    expect(ccxt.exchanges.length).toBeGreaterThan(100);
    for (const id of ccxt.exchanges) {
      const exchange = await openCcxtExchange(id);
      expect(exchange).toBeInstanceOf(all[id]);
      expect(exchange).toMatchObject({ id, timeout: 3_000 });
    }
  });

  test.each(['nowhere', '', '../ccxt', 'base/Exchange', 'Exchange'])(
    'none is called "%s"',
    async (id) => {
      await expect(openCcxtExchange(id)).rejects.toThrow(`ccxt has no exchange "${id}"`);
    },
  );
});
