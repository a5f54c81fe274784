import type { DomainCategory } from '../domain.ts';

export const toolCategories: readonly DomainCategory[] = [
  { name: 'market', title: 'Market', cacheMs: 5_000 },
  { name: 'portfolio', title: 'Portfolio', cacheMs: 10_000 },
  { name: 'news', title: 'News', cacheMs: 300_000 },
  { name: 'ml', title: 'Machine learning', cacheMs: 60_000 },
  { name: 'trading', title: 'Trading', cacheMs: 0 },
  { name: 'alerts', title: 'Alerts', cacheMs: 0 },
];
