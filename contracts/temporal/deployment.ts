/** What the builds of Baton's workers are a part of, in Temporal's words; a namespace has one. */
export const deploymentName = 'baton';
