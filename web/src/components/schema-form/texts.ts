/** Texts of forms built from a JSON Schema. */
export const texts = {
  search: (label: string) => `Search: ${label}`,
  searchHint: 'Search',
  selected: (marked: number, all: number) => `${marked} of ${all}`,
  noMatches: 'No matches.',
  default: (value: string) => `Default: ${value}`,
  choose: 'Choose…',
  json: 'JSON',
  onePerLine: 'One per line',
};
