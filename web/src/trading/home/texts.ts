/** Texts of the paper account on the home page. */
export const texts = {
  noPositions: 'No open positions',
  fills: 'Latest fills',
  at: (price: string) => `at ${price}`,
};
