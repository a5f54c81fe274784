/** The label of the replay in the preview of an order while it is paused. No zod here: the web app loads it. */
export const replayFact = 'Replay';
