/** Kept free right of the bars, for how long the last of them took. */
export const timeRoom = 72;
/** The width of the names, left of the bars: on a phone as much as a step is called. */
export const labelWidth = 'clamp(200px, 40%, 340px)';
