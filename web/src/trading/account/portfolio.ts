import { queryOptions } from '@tanstack/react-query';
import { readByTool } from '../../api/tools.ts';

/** The answer of the tool `get_portfolio`: the account at current prices. */
export type Portfolio = {
  currency: string;
  deposited: number;
  cash: number;
  reserved: number;
  equity: number;
  /** The profit or loss of closed quantities, without fees. */
  realizedPnl: number;
  /** The profit or loss of open positions at current prices. */
  unrealizedPnl: number;
  positions: Position[];
  /** How much of what the gates allow is used; a loss of the day is negative, null while it is not known. */
  gateUse: {
    grossExposure: number;
    dayResult: number | null;
    openOrders: number;
    ordersLastMinute: number;
  };
  asOf: string;
  notice?: string;
};

export type Position = {
  symbol: string;
  /** Negative for a short position. */
  quantity: number;
  averagePrice: number;
  marketPrice: number;
  unrealizedPnl: number;
};

/** @param account left out, one's own. */
export const portfolioQuery = (account?: string) =>
  queryOptions({
    queryKey: ['account', 'portfolio', account],
    queryFn: async () => {
      const { output } = await readByTool(
        'get_portfolio',
        account === undefined ? {} : { account },
      );
      return output as unknown as Portfolio;
    },
    refetchInterval: 10_000,
  });
