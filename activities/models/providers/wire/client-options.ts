/** What the clients of all providers are given: tries, deadlines and logs are ours. */
export const clientOptions = {
  maxRetries: 0,
  /** Longest wait, in milliseconds; the router's own deadline is shorter. */
  timeout: 600_000,
  /** A client would print chunks of a stream that it cannot read. */
  logLevel: 'off',
} as const;
