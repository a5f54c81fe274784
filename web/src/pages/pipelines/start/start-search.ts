/** What a start form begins with, in its address. */
export type StartSearch = {
  /** The id of a run: the form is filled in as that one was started. */
  again?: string;
};

/** What an address says; what it cannot mean is left out. */
export function startSearchOf({ again }: Record<string, unknown>): StartSearch {
  return typeof again === 'string' && again !== '' ? { again } : {};
}
