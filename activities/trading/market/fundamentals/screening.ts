import type { Provenance } from '../../../../contracts/tools/tools.ts';

/** Growth and yields are in percent; null is what is undefined or not known. */
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
  /** Of the last fiscal year over the one before. */
  revenueGrowth: number | null;
  epsGrowth: number | null;
};

export type Screening = Provenance & {
  /** The best first. */
  stocks: ScreenedStock[];
  /** How many the source found by its own criteria, and how many of them, the largest, were looked at closely. */
  found: number;
  examined: number;
  /** Figures that could not be read, and why. */
  unavailable?: string[];
};
