/** A symbol whose instrument is wanted; `path` is where it stands in the request. */
export type InstrumentQuestion = { instrumentOf: string; path: string };

/** The one symbol of the instrument. */
export type InstrumentAnswer = { symbol: string };
