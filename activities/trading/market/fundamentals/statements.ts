import type { z } from 'zod';
import type { FmpClient } from '../fmp/fmp-client.ts';
import { balanceRow, cashFlowRow, incomeRow } from '../fmp/wire.ts';
import { ratioOf } from './ratio.ts';

/** The quarterly statement of a company. Amounts are in `currency`; null means not reported. */
export type QuarterlyStatement = {
  /** Such as `Q1 2025`, by the company's fiscal year. */
  period: string;
  /** The last day of the quarter. */
  periodEnd: string;
  /** Filing date, from which on it is public, as `YYYY-MM-DD`. */
  filedAt: string | null;
  currency: string | null;
  revenue: number | null;
  grossProfit: number | null;
  operatingIncome: number | null;
  netIncome: number | null;
  epsDiluted: number | null;
  totalAssets: number | null;
  totalLiabilities: number | null;
  equity: number | null;
  totalDebt: number | null;
  cash: number | null;
  operatingCashFlow: number | null;
  freeCashFlow: number | null;
  /** Ratios of the quarter, not annualized. */
  ratios: {
    grossMargin: number | null;
    operatingMargin: number | null;
    netMargin: number | null;
    returnOnEquity: number | null;
    currentRatio: number | null;
    debtToEquity: number | null;
    freeCashFlowMargin: number | null;
  };
};

type Rows = {
  income: z.output<typeof incomeRow>;
  balance: z.output<typeof balanceRow> | undefined;
  cashFlow: z.output<typeof cashFlowRow> | undefined;
};

/**
 * Reads the newest quarterly statements, newest first.
 * @param options.knownOn only statements filed by this day (`YYYY-MM-DD`). Those without a filing date are left out.
 */
export async function readStatements(
  client: FmpClient,
  options: { symbol: string; limit: number; knownOn?: string | undefined },
): Promise<QuarterlyStatement[]> {
  const { symbol, limit, knownOn } = options;
  const parameters = { symbol, period: 'quarter', limit };
  const [incomes, balances, cashFlows] = await Promise.all([
    client.rows('income-statement', parameters, incomeRow),
    client.rows('balance-sheet-statement', parameters, balanceRow),
    client.rows('cash-flow-statement', parameters, cashFlowRow),
  ]);
  return incomes
    .toSorted((a, b) => b.date.localeCompare(a.date))
    .map((income) =>
      statementOf({
        income,
        balance: balances.find(({ date }) => date === income.date),
        cashFlow: cashFlows.find(({ date }) => date === income.date),
      }),
    )
    .filter(({ filedAt }) => knownOn === undefined || (filedAt !== null && filedAt <= knownOn));
}

function statementOf({ income, balance, cashFlow }: Rows): QuarterlyStatement {
  const { revenue = null, netIncome = null } = income;
  const equity = balance?.totalStockholdersEquity ?? null;
  const freeCashFlow = cashFlow?.freeCashFlow ?? null;
  return {
    period: [income.period, income.fiscalYear].filter(Boolean).join(' '),
    periodEnd: income.date,
    filedAt: lastOf([income, balance, cashFlow].map((row) => row?.filingDate)),
    currency: income.reportedCurrency ?? null,
    revenue,
    grossProfit: income.grossProfit ?? null,
    operatingIncome: income.operatingIncome ?? null,
    netIncome,
    epsDiluted: income.epsDiluted ?? null,
    totalAssets: balance?.totalAssets ?? null,
    totalLiabilities: balance?.totalLiabilities ?? null,
    equity,
    totalDebt: balance?.totalDebt ?? null,
    cash: balance?.cashAndShortTermInvestments ?? null,
    operatingCashFlow: cashFlow?.operatingCashFlow ?? null,
    freeCashFlow,
    ratios: {
      grossMargin: ratioOf(income.grossProfit, revenue),
      operatingMargin: ratioOf(income.operatingIncome, revenue),
      netMargin: ratioOf(netIncome, revenue),
      returnOnEquity: ratioOf(netIncome, equity),
      currentRatio: ratioOf(balance?.totalCurrentAssets, balance?.totalCurrentLiabilities),
      debtToEquity: ratioOf(balance?.totalDebt, equity),
      freeCashFlowMargin: ratioOf(freeCashFlow, revenue),
    },
  };
}

/** The day on which all statements of a quarter had been filed. */
function lastOf(days: readonly (string | null | undefined)[]): string | null {
  const filed = days.filter((day) => day !== undefined && day !== null && day !== '');
  return (
    filed
      .map((day) => day!.slice(0, 10))
      .toSorted()
      .at(-1) ?? null
  );
}
