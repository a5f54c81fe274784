/** What the preview of an order says of the replay while that stands still. No zod here: the web app loads it. */
export const replayFact = 'Replay';
