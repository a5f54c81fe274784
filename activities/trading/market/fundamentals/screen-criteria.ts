import type { ScreenedStock } from './screening.ts';

/**
 * Criteria for companies; omitted ones do not apply. Amounts are in each company's currency; yields and growth are in
 * percent.
 */
export type ScreenRequest = {
  sector?: string | undefined;
  industry?: string | undefined;
  country?: string | undefined;
  exchange?: string | undefined;
  marketCapMin?: number | undefined;
  marketCapMax?: number | undefined;
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  volumeMin?: number | undefined;
  betaMin?: number | undefined;
  betaMax?: number | undefined;
  dividendYieldMin?: number | undefined;
  peMin?: number | undefined;
  peMax?: number | undefined;
  pbMax?: number | undefined;
  revenueGrowthMin?: number | undefined;
  epsGrowthMin?: number | undefined;
  sortBy: ScreenOrder;
};

/** Figures to sort by: largest first; for P/E and P/B, smallest first. */
export const screenOrders = [
  'marketCap',
  'pe',
  'pb',
  'revenueGrowth',
  'epsGrowth',
  'dividendYield',
] as const;
export type ScreenOrder = (typeof screenOrders)[number];

/** The criteria that FMP's screener supports. */
export function screenerParameters(request: ScreenRequest) {
  return {
    sector: request.sector,
    industry: request.industry,
    country: request.country,
    exchange: request.exchange,
    marketCapMoreThan: request.marketCapMin,
    marketCapLowerThan: request.marketCapMax,
    priceMoreThan: request.priceMin,
    priceLowerThan: request.priceMax,
    volumeMoreThan: request.volumeMin,
    betaMoreThan: request.betaMin,
    betaLowerThan: request.betaMax,
    isEtf: false,
    isFund: false,
    isActivelyTrading: true,
    limit: 1_000,
  };
}

/** Whether the criteria or the order need figures that FMP's screener does not return. */
export function needsExamining(request: ScreenRequest): boolean {
  const { peMin, peMax, pbMax, revenueGrowthMin, epsGrowthMin, sortBy } = request;
  const asked = [peMin, peMax, pbMax, revenueGrowthMin, epsGrowthMin];
  const isKnown = sortBy === 'marketCap' || sortBy === 'dividendYield';
  return !isKnown || asked.some((bound) => bound !== undefined);
}

/** Whether a stock fulfils the criteria that FMP's screener does not support. */
export function fits(stock: ScreenedStock, request: ScreenRequest): boolean {
  return (
    isWithin(stock.pe, request.peMin, request.peMax) &&
    isWithin(stock.pb, undefined, request.pbMax) &&
    isWithin(stock.revenueGrowth, request.revenueGrowthMin, undefined) &&
    isWithin(stock.epsGrowth, request.epsGrowthMin, undefined)
  );
}

/** Whether a figure is within bounds. An unknown figure is within none. */
export function isWithin(
  figure: number | null,
  least: number | undefined,
  most: number | undefined,
): boolean {
  if (least === undefined && most === undefined) return true;
  return figure !== null && figure >= (least ?? -Infinity) && figure <= (most ?? Infinity);
}

/** Compares stocks by a figure, best first; unknown figures come last. */
export function byOrder(order: ScreenOrder) {
  const sign = order === 'pe' || order === 'pb' ? 1 : -1;
  return (a: ScreenedStock, b: ScreenedStock) => {
    const [first, second] = [a[order], b[order]];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  };
}
