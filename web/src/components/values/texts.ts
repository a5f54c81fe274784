/** Every text of this room. */
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
      `${what}: ${sources}. This content comes from outside, and nobody checked it.`,
    more: (named: string, rest: number) => `${named} and ${rest} more`,
  },
  retrying: 'Retrying',
  retry: 'Retry',
  allValues: 'All values',
};
