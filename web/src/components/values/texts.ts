/** Texts of components that show values. */
export const texts = {
  json: {
    none: 'none',
    empty: 'empty',
    nothing: 'nothing',
    yes: 'yes',
    no: 'no',
    raw: 'JSON',
    more: (count: number) => `${count} more`,
  },
  longText: {
    less: 'Show less',
    all: 'Show all',
  },
  kinds: {
    table: 'Table',
    chart: (name: string, count: number) => `${name}: ${count} values as a line`,
    first: (value: string) => `First ${value}`,
    range: (least: string, most: string) => `lowest ${least}, highest ${most}`,
    last: (value: string) => `last ${value}`,
    showAll: (size: string) => `Show all ${size}`,
    download: (size: string) => `Download ${size} as JSON`,
    elsewhere: (size: string) => `The beginning of ${size}. All of it is in Baton.`,
  },
  untrusted: {
    hint: (what: string, sources: string) =>
      `${what}: ${sources}. Nobody has reviewed this content.`,
    more: (named: string, rest: number) => `${named} and ${rest} more`,
  },
  cut: 'The rest was not kept.',
  retrying: 'Retrying',
  retry: 'Retry',
  allValues: 'All values',
};
