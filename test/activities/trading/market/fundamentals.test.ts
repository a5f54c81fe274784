import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFundamentals } from '../../../../activities/trading/market/fundamentals/fundamentals.ts';
import { createScreener } from '../../../../activities/trading/market/fundamentals/screener.ts';
import type { Instrument } from '../../../../activities/trading/market/instrument.ts';
import { openFmpServer } from './fmp-server.ts';
import type { FmpServer } from './fmp-server.ts';

const now = Date.parse('2026-03-04T15:00:00Z');
const apple: Instrument = {
  id: 'NASDAQ:AAPL',
  kind: 'equity',
  name: 'Apple Inc.',
  base: null,
  quote: null,
  exchange: 'NASDAQ',
  currency: 'USD',
  names: {},
};

const profile = {
  symbol: 'AAPL',
  price: 262.82,
  marketCap: 3_900_351_299_800,
  beta: 1.109,
  lastDividend: 1.04,
  range: '169.21-265.29',
  companyName: 'Apple Inc.',
  currency: 'USD',
  cik: '0000320193',
  exchangeFullName: 'NASDAQ Global Select',
  exchange: 'NASDAQ',
  industry: 'Consumer Electronics',
  website: 'https://www.apple.com',
  description: 'Apple Inc. designs smartphones.',
  ceo: 'Timothy D. Cook',
  sector: 'Technology',
  country: 'US',
  fullTimeEmployees: '164000',
  ipoDate: '1980-12-12',
  isEtf: false,
  isFund: false,
};

/** The quarters of three years, the newest first: each is filed about a month after its end. */
const quarters = [
  ['2025-12-27', 'Q1', '2026', '2026-01-30', 140, 40],
  ['2025-09-27', 'Q4', '2025', '2025-10-31', 100, 27],
  ['2025-06-28', 'Q3', '2025', '2025-08-01', 94, 23],
  ['2025-03-29', 'Q2', '2025', '2025-05-02', 95, 25],
  ['2024-12-28', 'Q1', '2025', '2025-01-31', 124, 36],
  ['2024-09-28', 'Q4', '2024', '2024-11-01', 95, 15],
  ['2024-06-29', 'Q3', '2024', '2024-08-02', 86, 21],
  ['2024-03-30', 'Q2', '2024', '2024-05-03', 91, 24],
  ['2023-12-30', 'Q1', '2024', '2024-02-02', 120, 34],
  ['2023-09-30', 'Q4', '2023', '2023-11-03', 89, 23],
  ['2023-07-01', 'Q3', '2023', '2023-08-04', 82, 20],
  ['2023-04-01', 'Q2', '2023', '2023-05-05', 95, 24],
] as const;

const heads = quarters.map(([date, period, fiscalYear, filingDate]) => ({
  date,
  symbol: 'AAPL',
  reportedCurrency: 'USD',
  cik: '0000320193',
  filingDate,
  acceptedDate: `${filingDate} 06:01:26`,
  fiscalYear,
  period,
}));
const incomes = heads.map((head, index) => ({
  ...head,
  revenue: quarters[index]![4],
  grossProfit: quarters[index]![4] / 2,
  operatingIncome: quarters[index]![5] + 5,
  netIncome: quarters[index]![5],
  eps: 1.6,
  epsDiluted: 1.5,
  weightedAverageShsOutDil: 15,
}));
const balances = heads.map((head) => ({
  ...head,
  totalCurrentAssets: 150,
  totalCurrentLiabilities: 160,
  totalAssets: 360,
  totalLiabilities: 300,
  totalStockholdersEquity: 60,
  totalDebt: 105,
  cashAndShortTermInvestments: 65,
}));
const cashFlows = heads.map((head) => ({
  ...head,
  operatingCashFlow: 30,
  capitalExpenditure: -3,
  freeCashFlow: 27,
}));

const ratios: Record<string, [number, number, number, number]> = {
  AAPL: [33, 50, 8, 2],
  SONO: [20, 4, 2, 1],
  GPRO: [-5, 2, 0.5, -1],
  HEAR: [40, 6, 3, 3],
};

const limited = (rows: unknown[]) => (query: URLSearchParams) =>
  rows.slice(0, Number(query.get('limit')));

let fmp: FmpServer;
beforeEach(async () => {
  fmp = await openFmpServer({
    profile: () => [profile],
    'income-statement': limited(incomes),
    'balance-sheet-statement': limited(balances),
    'cash-flow-statement': limited(cashFlows),
    'ratios-ttm': (query) => {
      const symbol = query.get('symbol')!;
      const [pe, pb, ps, peg] = ratios[symbol] ?? [];
      return [
        {
          symbol,
          priceToEarningsRatioTTM: pe,
          priceToBookRatioTTM: pb,
          priceToSalesRatioTTM: ps,
          priceToEarningsGrowthRatioTTM: peg,
        },
      ];
    },
    'company-screener': () =>
      ['GPRO', 'AAPL', 'SONO', 'HEAR'].map((symbol, index) => ({
        symbol,
        companyName: `${symbol} in full`,
        marketCap: 1_000 * (index + 1),
        sector: 'Technology',
        industry: 'Consumer Electronics',
        beta: 1.2,
        price: 50,
        lastAnnualDividend: index,
        volume: 10,
        exchange: 'NASDAQ Global Select',
        exchangeShortName: 'NASDAQ',
        country: 'US',
        isEtf: false,
        isFund: false,
        isActivelyTrading: true,
      })),
    'industry-pe-snapshot': (query) =>
      query.get('date') === '2026-03-03' || query.get('date') === '2025-06-30'
        ? [
            { date: query.get('date'), industry: 'Consumer Electronics', exchange: 'NYSE', pe: 9 },
            {
              date: query.get('date'),
              industry: 'Consumer Electronics',
              exchange: 'NASDAQ',
              pe: 31.5,
            },
          ]
        : [],
    'historical-market-capitalization': () => [
      { symbol: 'AAPL', date: '2025-07-01', marketCap: 9_999 },
      { symbol: 'AAPL', date: '2025-06-30', marketCap: 3_030 },
      { symbol: 'AAPL', date: '2025-06-27', marketCap: 3_000 },
    ],
    'financial-growth': (query) => [
      {
        symbol: query.get('symbol'),
        date: '2025-09-27',
        revenueGrowth: query.get('symbol') === 'SONO' ? 0.25 : 0.05,
        epsgrowth: -0.1,
      },
    ],
  });
});
afterEach(() => fmp.close());

const open = (instrument = apple) =>
  createFundamentals({
    client: fmp.client,
    market: { instrument: async () => instrument },
    now: () => now,
  });

describe('the fundamentals of a company', () => {
  test('are its profile, four filed quarters with ratios, and its valuation', async () => {
    const found = await open().read({ symbol: 'AAPL' });
    expect(found).toMatchObject({
      symbol: 'AAPL',
      instrument: { id: 'NASDAQ:AAPL', name: 'Apple Inc.' },
      profile: { name: 'Apple Inc.', employees: 164_000, listedSince: '1980-12-12' },
      valuation: { pe: 33, pb: 50, ps: 8, peg: 2 },
      source: 'Financial Modeling Prep',
      asOf: '2026-03-04T15:00:00.000Z',
    });
    expect(found.statements.map(({ period, filedAt }) => [period, filedAt])).toEqual([
      ['Q1 2026', '2026-01-30'],
      ['Q4 2025', '2025-10-31'],
      ['Q3 2025', '2025-08-01'],
      ['Q2 2025', '2025-05-02'],
    ]);
    expect(found.statements[0]).toMatchObject({
      revenue: 140,
      freeCashFlow: 27,
      ratios: {
        grossMargin: 0.5,
        operatingMargin: 0.3214,
        netMargin: 0.2857,
        returnOnEquity: 0.6667,
        currentRatio: 0.9375,
        debtToEquity: 1.75,
        freeCashFlowMargin: 0.1929,
      },
    });
  });

  test('are set against the companies of its industry: those with losses have no P/E', async () => {
    const { industry } = await open().read({ symbol: 'AAPL' });
    expect(industry).toEqual({
      industry: 'Consumer Electronics',
      companies: ['HEAR', 'SONO', 'GPRO'],
      pe: { average: 30, median: 30, companies: 2 },
      pb: { average: 4, median: 4, companies: 3 },
      ps: { average: 1.8333, median: 2, companies: 3 },
      peg: { average: 2, median: 2, companies: 2 },
      // Of its own exchange, and of the last day that has one.
      exchangePe: { value: 31.5, day: '2026-03-03' },
    });
  });

  test('ask for the industry once a day', async () => {
    const fundamentals = open();
    await fundamentals.read({ symbol: 'AAPL' });
    const industry = () => fmp.asked.filter((path) => path.startsWith('company-screener'));
    await fundamentals.read({ symbol: 'AAPL' });
    expect(industry()).toHaveLength(1);
  });

  test('as of a day hold only what was filed by then, however late it was read', async () => {
    const found = await open().read({ symbol: 'AAPL', asOf: '2025-06-30' });
    // The quarter that ended on 28 June was filed in August.
    expect(found.statements.map(({ period }) => period)).toEqual([
      'Q2 2025',
      'Q1 2025',
      'Q4 2024',
      'Q3 2024',
    ]);
    // 25 + 36 + 15 + 21 earned and 400 sold in the year before, against 102 and 386 the year before that.
    expect(found.valuation).toEqual({
      pe: expect.closeTo(3_030 / 97, 3),
      pb: expect.closeTo(3_030 / 60, 3),
      ps: expect.closeTo(3_030 / 400, 3),
      // Earnings fell: there is no growth to pay for.
      peg: null,
    });
    expect(found.industry).toEqual({
      industry: 'Consumer Electronics',
      exchangePe: { value: 31.5, day: '2025-06-30' },
    });
    expect(found.profile).not.toHaveProperty('marketCap');
    expect(JSON.stringify(found)).not.toContain('9999');
    expect(found.notice).toContain('as of 2025-06-30');
  });

  test('as of a day leave out what has no filing date', async () => {
    fmp.answers['income-statement'] = () => incomes.map((row) => ({ ...row, filingDate: null }));
    fmp.answers['balance-sheet-statement'] = () => [];
    fmp.answers['cash-flow-statement'] = () => [];
    const found = await open().read({ symbol: 'AAPL', asOf: '2025-06-30' });
    const { statements, valuation, unavailable } = found;
    expect(statements).toEqual([]);
    expect(unavailable).toEqual(['statements: FMP has none filed by 2025-06-30']);
    expect(valuation).toEqual({ pe: null, pb: null, ps: null, peg: null });
  });

  test('are null where a report has them not, and never infinite', async () => {
    fmp.answers['income-statement'] = () => [{ ...incomes[0], revenue: 0, netIncome: -5 }];
    fmp.answers['balance-sheet-statement'] = () => [
      { ...balances[0], totalStockholdersEquity: -10, totalCurrentLiabilities: 0 },
    ];
    fmp.answers['cash-flow-statement'] = () => [];
    fmp.answers['ratios-ttm'] = () => [{ symbol: 'AAPL', priceToEarningsRatioTTM: -12 }];
    const { statements, valuation } = await open().read({ symbol: 'AAPL' });
    expect(valuation).toEqual({ pe: null, pb: null, ps: null, peg: null });
    expect(statements[0]).toMatchObject({
      netIncome: -5,
      freeCashFlow: null,
      ratios: {
        grossMargin: null,
        operatingMargin: null,
        netMargin: null,
        returnOnEquity: null,
        currentRatio: null,
        debtToEquity: null,
        freeCashFlowMargin: null,
      },
    });
  });

  test('in another currency than the price are not divided by it', async () => {
    const pesos = { ...apple, id: 'MEX:AAPL.MX', currency: 'MXN' };
    const { valuation } = await open(pesos).read({ symbol: 'AAPL.MX', asOf: '2025-06-30' });
    expect(valuation.pe).toBeNull();
  });

  test('come without the industry where the plan of the key does not have it, and say so', async () => {
    fmp.answers['company-screener'] = () => ({ status: 402, body: 'Exclusive Endpoint' });
    const found = await open().read({ symbol: 'AAPL' });
    expect(found.industry).toBeNull();
    expect(found.unavailable).toEqual([
      expect.stringMatching(/averages of the industry.*plan.*company-screener/),
    ]);
  });

  test('are refused of what is no company', async () => {
    const bitcoin: Instrument = { ...apple, id: 'BTC/USD', kind: 'crypto' };
    await expect(open(bitcoin).read({ symbol: 'BTC/USD' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('is not a company'),
    });
  });
});

describe('screening stocks', () => {
  const screen = () => createScreener({ client: fmp.client, now: () => now });

  test('gives the largest with their key figures, and asks FMP for what it can tell itself', async () => {
    const found = await screen().screen({
      sector: 'Technology',
      marketCapMin: 1,
      sortBy: 'marketCap',
    });
    expect(found.stocks.map(({ symbol }) => symbol)).toEqual([
      'NASDAQ:HEAR',
      'NASDAQ:SONO',
      'NASDAQ:AAPL',
      'NASDAQ:GPRO',
    ]);
    expect(found.stocks[1]).toEqual({
      symbol: 'NASDAQ:SONO',
      name: 'SONO in full',
      exchange: 'NASDAQ',
      country: 'US',
      sector: 'Technology',
      industry: 'Consumer Electronics',
      price: 50,
      marketCap: 3_000,
      volume: 10,
      beta: 1.2,
      dividendYield: 4,
      pe: 20,
      pb: 4,
      ps: 2,
      revenueGrowth: 25,
      epsGrowth: -10,
    });
    expect(found).toMatchObject({ found: 4, examined: 4 });
    expect(fmp.asked[0]).toContain('sector=Technology&marketCapMoreThan=1&isEtf=false');
  });

  test.each([
    [{ peMax: 35 }, ['AAPL', 'SONO']],
    [{ peMin: 35 }, ['HEAR']],
    [{ revenueGrowthMin: 10 }, ['SONO']],
    [{ dividendYieldMin: 4 }, ['SONO', 'HEAR']],
    [{ pbMax: 4 }, ['GPRO', 'SONO']],
    [{ epsGrowthMin: 0 }, []],
  ])('keeps those that fit %j: what is not known fits no bound', async (bounds, wanted) => {
    const { stocks } = await screen().screen({ ...bounds, sortBy: 'marketCap' });
    expect(stocks.map(({ symbol }) => symbol.replace('NASDAQ:', '')).toSorted()).toEqual(
      wanted.toSorted(),
    );
  });

  test('puts the cheapest first where that is asked, and those without a P/E last', async () => {
    const { stocks } = await screen().screen({ sortBy: 'pe' });
    expect(stocks.map(({ pe }) => pe)).toEqual([20, 33, 40, null]);
  });

  test('gives 20 at most, and says how many were looked at', async () => {
    const many = Array.from({ length: 90 }, (_, index) => ({
      symbol: `S${index}`,
      companyName: 'A company',
      marketCap: index,
      price: 1,
    }));
    fmp.answers['company-screener'] = () => many;
    fmp.answers['ratios-ttm'] = (query) => [
      { symbol: query.get('symbol'), priceToEarningsRatioTTM: 10 },
    ];
    const found = await screen().screen({ peMax: 12, sortBy: 'marketCap' });
    expect(found.stocks).toHaveLength(20);
    expect(found.stocks[0]!.symbol).toBe('S89');
    expect(found).toMatchObject({ found: 90, examined: 60 });
  });

  test('gives the highest dividend yields of all that FMP finds, not of the largest', async () => {
    fmp.answers['company-screener'] = () =>
      Array.from({ length: 90 }, (_, index) => ({
        symbol: `S${index}`,
        marketCap: index,
        price: 1,
        lastAnnualDividend: (90 - index) / 1_000,
      }));
    const found = await screen().screen({ sortBy: 'dividendYield' });
    expect(found.stocks.map(({ symbol }) => symbol).slice(0, 3)).toEqual(['S0', 'S1', 'S2']);
    expect(found).toMatchObject({ found: 90, examined: 20 });
  });

  test('says which figures the plan of the key does not have', async () => {
    fmp.answers['financial-growth'] = () => ({ status: 402, body: 'Exclusive Endpoint' });
    const found = await screen().screen({ sortBy: 'marketCap' });
    expect(found.stocks[0]).toMatchObject({ pe: 40, revenueGrowth: null });
    expect(found.unavailable).toEqual([expect.stringContaining('financial-growth')]);
  });

  test('is waited for while FMP answers 503', async () => {
    fmp.answers['company-screener'] = () => ({ status: 503, body: 'down' });
    await expect(screen().screen({ sortBy: 'marketCap' })).rejects.toMatchObject({
      retryable: true,
      away: { what: 'FMP' },
    });
  });

  test('is an error to try again when the calls are used up', async () => {
    fmp.answers['ratios-ttm'] = () => ({ status: 429, body: { 'Error Message': 'Limit Reach' } });
    await expect(screen().screen({ sortBy: 'marketCap' })).rejects.toMatchObject({
      name: 'ToolError',
      retryable: true,
    });
  });
});
