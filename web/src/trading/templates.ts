import type { Template } from '../domain.ts';

const field = 'Trading';

/** The pipelines of the gallery that are about trading. */
export const templates: readonly Template[] = [
  {
    name: 'research-to-trading',
    field,
    purpose: 'Research desk: a report, a decision, an approval, a paper order.',
    words: 'desk research report stock buy sell order approve before buying ask me market analyst',
  },
  {
    name: 'bull-and-bear',
    field,
    purpose: 'A bull and a bear debate until a referee sees a winner.',
    words: 'debate argue argument discussion bull bear sides pro contra judge referee index',
  },
  {
    name: 'analyst-team',
    field,
    purpose: 'Three analysts in parallel, one decision from the views that arrive in time.',
    words: 'parallel analysts committee views compare team news technicals risk index',
  },
  {
    name: 'news-triage',
    field,
    purpose: 'Sorts the news about an instrument, and researches only the news that matters.',
    words: 'headlines news filter relevant sentiment daily morning brief',
  },
  {
    name: 'rebalance',
    field,
    purpose: 'Rebalances a position to its target share of the account, after an approval.',
    words: 'rebalancer portfolio weights allocation share monthly schedule drift order',
  },
  {
    name: 'watch-positions',
    field,
    purpose:
      'Checks an open position while the market is open, and closes it when the reason for it no longer holds.',
    words: 'monitor stop loss every half hour schedule position close weekday',
  },
  {
    name: 'parameter-sweep',
    field,
    purpose:
      'Backtests a strategy with every pair of settings, and shows how much of the best result is luck.',
    words: 'backtest optimize grid strategy map moving average overfit',
  },
];
