export type MemorySearch = { query?: string; user?: string };

/** What the address looks for, and for whom it was found; a user without a text is no search. */
export function memorySearchOf({ query, user }: Record<string, unknown>): MemorySearch {
  if (typeof query !== 'string' || query.trim() === '') return {};
  return { query, ...(typeof user === 'string' && user !== '' && { user }) };
}
