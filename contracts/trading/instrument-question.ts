/** Asks for the instrument of a symbol; `path` is the path of the symbol in the request. */
export type InstrumentQuestion = { instrumentOf: string; path: string };

/** The canonical symbol of the instrument. */
export type InstrumentAnswer = { symbol: string };
