export type ApprovalsSearch = { view?: 'history' };

/** Which list the address asks for: without one, what waits. */
export function approvalsSearchOf({ view }: Record<string, unknown>): ApprovalsSearch {
  return view === 'history' ? { view } : {};
}
