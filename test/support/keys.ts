/** `BATON_KEYS` of what tests start. */
export const testKeys = `test:${Buffer.alloc(32, 'key of tests').toString('base64')}`;
