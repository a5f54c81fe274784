/** Kept free right of the bars, for how long the last of them took. */
export const timeRoom = 72;
/** The width of the names, left of the bars: less of a narrow window. */
export const labelWidth = 'clamp(150px, 40%, 340px)';
