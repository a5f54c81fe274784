import { describe, expect, it } from 'vitest';
import { createAlert } from '../../../../activities/trading/tools/alerts/create-alert.ts';
import { getFundamentals } from '../../../../activities/trading/tools/market/get-fundamentals.ts';
import { getIndicators } from '../../../../activities/trading/tools/market/get-indicators.ts';
import { getMlFeatures } from '../../../../activities/trading/tools/ml/get-ml-features.ts';
import { createPaperOrder } from '../../../../activities/trading/tools/orders/create-paper-order.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 2, referencePrice: 1460 };

describe('arguments as other platforms write them', () => {
  it.each([
    [createAlert, { symbol: 'SPX', condition: 'above', price: 1 }, { comparison: '>=' }],
    [createAlert, { symbol: 'SPX', condition: '<', target_price: 1 }, { comparison: '<=' }],
    [createAlert, { symbol: 'btc-usdt', comparison: '=', price: 1 }, { symbol: 'BTC/USDT' }],
    [getIndicators, { symbol: 'SPX', indicators: ['RSI'] }, { indicators: [{ kind: 'rsi' }] }],
    [
      getIndicators,
      { symbol: 'SPX', indicator: 'SMA_20', interval: '1d' },
      { timeframe: '1d', indicators: [{ kind: 'sma', period: 20 }] },
    ],
    [
      createPaperOrder,
      { ...order, side: 'BUY', order_type: 'LIMIT', limit_price: 1450, time_in_force: 'GTC' },
      { side: 'buy', type: 'limit', timeInForce: 'gtc' },
    ],
    [
      getFundamentals,
      { symbol: 'AAPL', data_type: 'income_statement' },
      { dataType: 'statements' },
    ],
    [getMlFeatures, { prediction_id: 'SPX@1d@2026-01-02' }, { predictionId: 'SPX@1d@2026-01-02' }],
  ])('are taken by $name: %j', (tool, args, expected) => {
    expect(tool.schema.parse(args)).toMatchObject(expected);
  });

  it('do not hide an argument that is written twice', () => {
    const twice = { ...order, type: 'limit', order_type: 'market', limitPrice: 1450 };
    const { success, error } = createPaperOrder.schema.safeParse(twice);
    expect(success).toBe(false);
    expect(JSON.stringify(error?.issues)).toContain('order_type');
  });

  it('are named to models as they are: in their own form alone', () => {
    expect(Object.keys(createAlert.parameters['properties'] as object)).not.toContain('condition');
  });
});
