import type { Work } from '../../models/providers/demo/rules.ts';

/** The steps of the plan in order, with the tools that do them. */
export const work: readonly Work[] = [
  { id: 'research', text: 'Ask for research', tools: ['delegate_to_research'] },
  {
    id: 'market',
    text: 'Read the price, the trend and the momentum',
    tools: ['get_price', 'get_ohlcv', 'get_indicators'],
  },
  { id: 'news', text: 'Read the news', tools: ['search_news'] },
  { id: 'portfolio', text: 'Read the portfolio', tools: ['get_portfolio'] },
  {
    id: 'sentiment',
    text: 'Score the sentiment of the news',
    tools: ['analyze_sentiment'],
    needs: ['search_news'],
  },
  {
    id: 'size',
    text: 'Size the position by its risk',
    tools: ['calculate_position_size'],
    needs: ['get_indicators', 'get_portfolio'],
  },
  {
    id: 'risk',
    text: 'Compare the reward with the risk',
    tools: ['calculate_risk_reward'],
    needs: ['get_indicators'],
  },
  {
    id: 'order',
    text: 'Place the order if one is needed',
    tools: ['create_paper_order'],
    needs: ['calculate_position_size'],
  },
];

/** The last step of the plan, by the tool that delivers it; otherwise a report. */
export const results: Record<string, string> = {
  submit_trade_decision: 'Decide to buy, sell or hold',
  stand_aside: 'Decide to open, close or stand aside',
  submit_evaluation: 'Give a score and a recommendation',
};
