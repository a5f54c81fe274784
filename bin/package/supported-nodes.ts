/** The versions of Node that run a user's TypeScript as it is, and that jsdom supports. */
export const supportedNodes = '^22.22.2 || ^24.15.0 || >=26.0.0';
