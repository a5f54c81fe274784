/** The symbol of a run, if its input names one. */
export const symbolAttribute = 'BatonSymbol';
