import { ChartCandlestick, Eye } from 'lucide-react';
import { lazy } from 'react';
import type { Domain } from '../domain.ts';
import { approval } from './approval/parts.tsx';
import { backtestResult } from './backtest/result.tsx';
import { marketPart } from './candles/market-part.tsx';
import { fillLine } from './order-result/fill-line.ts';
import { orderResult } from './order-result/result.tsx';
import { routes } from './routes.ts';
import { TradingNotice } from './trading-notice.tsx';

/** Trading on a paper account: its pages, and how orders, backtests and market data look elsewhere. */
export const trading: Domain = {
  name: 'trading',
  routes,
  placeGroup: {
    title: 'Trade',
    places: [
      { path: '/account', title: 'Paper account', icon: ChartCandlestick },
      { path: '/watchlist', title: 'Watchlist', icon: Eye },
    ],
  },
  Notice: TradingNotice,
  homePart: {
    title: 'Paper account',
    all: { title: 'Open the paper account', path: '/account' },
    Part: lazy(() => import('./home/account-part.tsx')),
  },
  templates: async () => (await import('./templates.ts')).templates,
  examples: {
    pipeline: {
      name: 'research-to-trading',
      title: 'Research, then trade',
      input: { symbol: 'SPX' },
    },
    task: 'Analyze SPX: trend, momentum, news and risks.',
  },
  result: (value) => backtestResult(value) ?? orderResult(value),
  effectLine: fillLine,
  runPart: marketPart,
  approval,
};
