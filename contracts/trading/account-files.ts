/** The CSV files of an account. No zod here: the web app loads it. */
export const accountFiles = [
  'orders',
  'fills',
  'positions',
  'equity',
  'performance',
  'events',
  'costs',
] as const;
export type AccountFile = (typeof accountFiles)[number];
