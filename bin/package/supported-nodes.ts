/**
 * The versions of Node on which the npm package is used: those that run a user's TypeScript as it is and that jsdom supports,
 * and 20, where npm brings a newer one along for Baton itself.
 */
export const supportedNodes = '^20.19.0 || ^22.22.2 || ^24.15.0 || >=26.0.0';

/** The vitest that still runs on Node 20: only the tests themselves do, their Baton has a newer Node. */
export const vitestOfNode20 = '4.1.12';
