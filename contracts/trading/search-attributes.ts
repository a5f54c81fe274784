/** The symbol that a run is about, where its input names one. */
export const symbolAttribute = 'BatonSymbol';
