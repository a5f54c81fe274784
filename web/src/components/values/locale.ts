/** How figures, dates and times ago are written: as the browser of whoever looks is set. Words stay English. */
export const locale: readonly string[] = globalThis.navigator?.languages ?? ['en'];
