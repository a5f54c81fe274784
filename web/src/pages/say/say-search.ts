/** What the page is about: a request that is typed, a run that writes, a pipeline to change, a run that failed. */
export type SaySearch = { request?: string; run?: string; pipeline?: string; failed?: string };

const names = ['request', 'run', 'pipeline', 'failed'] as const;

/** What the address asks for; what is not known is left out. */
export function saySearchOf(search: Record<string, unknown>): SaySearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
