import type { Provenance } from '../../../../contracts/tools/tools.ts';

/** A stock that was found. Growth and yields are in percent; null means undefined or unknown. */
export type ScreenedStock = {
  symbol: string;
  name: string | null;
  exchange: string | null;
  country: string | null;
  sector: string | null;
  industry: string | null;
  price: number | null;
  marketCap: number | null;
  volume: number | null;
  beta: number | null;
  dividendYield: number | null;
  pe: number | null;
  pb: number | null;
  ps: number | null;
  /** Growth in the last fiscal year over the year before. */
  revenueGrowth: number | null;
  epsGrowth: number | null;
};

/** The result of a stock screen. */
export type Screening = Provenance & {
  /** Best first. */
  stocks: ScreenedStock[];
  /**
   * Number of companies that FMP's screener found, and how many of them were examined: the largest, or those with the
   * highest dividend yield if they are sorted by it.
   */
  found: number;
  examined: number;
  /** Figures that could not be read, with the reason. */
  unavailable?: string[];
};
