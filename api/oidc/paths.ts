/** Where a browser goes to sign in with the provider, and where the provider sends it back to. */
export const startPath = '/sign-in/oidc';
export const callbackPath = `${startPath}/callback`;
