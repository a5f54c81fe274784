/** Starts every text of the demo model. */
export const demoLabel = 'Demo model, no LLM.';
