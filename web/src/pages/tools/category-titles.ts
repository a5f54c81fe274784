import type { ToolCategory } from '../../../../contracts/tools/tools.ts';

/** What each category of tools is called. */
export const categoryTitles = {
  market: 'Market',
  portfolio: 'Portfolio',
  news: 'News',
  ml: 'Machine learning',
  trading: 'Trading',
  alerts: 'Alerts',
  calculate: 'Calculation',
  education: 'Education',
  web: 'Web',
  system: 'System',
} satisfies Record<ToolCategory, string>;
