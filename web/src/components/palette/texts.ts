/** Texts of lists to search in. */
export const texts = {
  none: 'No results',
};
