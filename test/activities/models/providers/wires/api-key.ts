/** A key that no message may show. */
export const apiKey = 'sk-test-0123456789abcdef';
