/** Texts of components that show values. */
export const texts = {
  json: {
    none: 'none',
    empty: 'empty',
    nothing: 'nothing',
    more: (count: number) => `${count} more`,
  },
  longText: {
    less: 'Show less',
    all: 'Show all',
  },
  untrusted: {
    hint: (what: string, sources: string) =>
      `${what}: ${sources}. Nobody has reviewed this content.`,
    more: (named: string, rest: number) => `${named} and ${rest} more`,
  },
  retrying: 'Retrying',
  retry: 'Retry',
  allValues: 'All values',
};
