/** Longest wait of a provider's client; the router's own deadline is shorter. */
export const clientTimeoutMs = 600_000;
