import { z } from 'zod';

/** The fields that Baton reads of FMP's answers: https://site.financialmodelingprep.com/developer/docs/stable */

const number = z.number().nullish();
const text = z.string().nullish();

/** `search-symbol`, `search-name` */
export const searchRow = z.object({
  symbol: z.string(),
  name: text,
  currency: text,
  exchange: text,
});

/** `quote` */
export const quoteRow = z.object({
  symbol: z.string(),
  price: z.number(),
  changePercentage: number,
  volume: number,
  /** Seconds since 1970. */
  timestamp: z.number(),
});

/** `historical-price-eod/full`: newest first, adjusted for splits. */
export const dayRow = z.object({
  date: z.iso.date(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: number,
});

/** `historical-chart/<timeframe>`: newest first, in New York time. */
export const intradayRow = dayRow.extend({ date: z.string() });

/** `profile` */
export const profileRow = z.object({
  symbol: z.string(),
  companyName: text,
  exchange: text,
  currency: text,
  sector: text,
  industry: text,
  country: text,
  description: text,
  ceo: text,
  website: text,
  fullTimeEmployees: z.union([z.string(), z.number()]).nullish(),
  ipoDate: text,
  price: number,
  marketCap: number,
  beta: number,
  isEtf: z.boolean().nullish(),
  isFund: z.boolean().nullish(),
});

const statementRow = z.object({
  /** The last day of the period. */
  date: z.iso.date(),
  symbol: z.string(),
  reportedCurrency: text,
  filingDate: text,
  fiscalYear: z.union([z.string(), z.number()]).nullish(),
  period: text,
});

/** `income-statement` */
export const incomeRow = statementRow.extend({
  revenue: number,
  grossProfit: number,
  operatingIncome: number,
  netIncome: number,
  eps: number,
  epsDiluted: number,
  weightedAverageShsOutDil: number,
});

/** `balance-sheet-statement` */
export const balanceRow = statementRow.extend({
  totalCurrentAssets: number,
  totalCurrentLiabilities: number,
  totalAssets: number,
  totalLiabilities: number,
  totalStockholdersEquity: number,
  totalDebt: number,
  cashAndShortTermInvestments: number,
});

/** `cash-flow-statement` */
export const cashFlowRow = statementRow.extend({
  operatingCashFlow: number,
  capitalExpenditure: number,
  freeCashFlow: number,
});

/** `ratios-ttm` */
export const ratiosRow = z.object({
  symbol: z.string(),
  priceToEarningsRatioTTM: number,
  priceToBookRatioTTM: number,
  priceToSalesRatioTTM: number,
  priceToEarningsGrowthRatioTTM: number,
});

/** `industry-pe-snapshot` */
export const industryPeRow = z.object({
  date: z.iso.date(),
  industry: z.string(),
  exchange: text,
  pe: number,
});

/** `company-screener` */
export const screenerRow = z.object({
  symbol: z.string(),
  companyName: text,
  marketCap: number,
  sector: text,
  industry: text,
  beta: number,
  price: number,
  lastAnnualDividend: number,
  volume: number,
  exchangeShortName: text,
  country: text,
});

/** `financial-growth` */
export const growthRow = z.object({
  date: z.iso.date(),
  symbol: z.string(),
  revenueGrowth: number,
  epsgrowth: number,
});

/** `historical-market-capitalization`: newest first. */
export const marketCapRow = z.object({ date: z.iso.date(), marketCap: z.number() });
