/** How long firings of triggers stay on record. What is older may have fired already, and nobody knows: it does not fire. */
export const keepFiringsMs = 90 * 24 * 60 * 60_000;
