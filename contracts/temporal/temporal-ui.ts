/** Where Baton serves the UI of its own Temporal server. */
export const temporalUiPath = '/temporal';

/** Where this UI has payloads decoded: on the server that it comes from, with its session. */
export const codecPath = '/api/v1/temporal/codec';
