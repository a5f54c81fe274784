import type { DomainCategory } from '../domain.ts';
import { domains } from '../domains.ts';

const general: readonly DomainCategory[] = [
  { name: 'calculate', title: 'Calculation', cacheMs: 0 },
  { name: 'education', title: 'Education', cacheMs: 30_000 },
  { name: 'web', title: 'Web', cacheMs: 3_600_000 },
  { name: 'system', title: 'System', cacheMs: 30_000 },
];

const categories = [...domains.flatMap((domain) => domain.toolCategories), ...general];

/** The names of all categories, in the order in which people see them. */
export const toolCategories: readonly string[] = categories.map(({ name }) => name);

/** What a category is called. */
export function categoryTitle(category: string): string {
  return categories.find(({ name }) => name === category)?.title ?? category;
}

/** How long answers of tools of a category may be given again, in milliseconds; 0 is never. */
export function categoryCacheMs(category: string): number {
  return categories.find(({ name }) => name === category)?.cacheMs ?? 0;
}
