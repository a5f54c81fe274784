/** Pixels that the text of a mark takes. */
const textWidth = 60;

/** How many bars the text of a mark takes where so many are shown in a width of pixels. */
export function textBars(shownBars: number, width: number): number {
  return Math.ceil((textWidth * shownBars) / Math.max(width, textWidth));
}

/**
 * Which marks have room for their text: of those that are near each other only the first has, so that no text covers
 * another. What is left out stands below the chart.
 * @param bars the number of the bar of each mark, in rising order.
 * @param room how many bars a text takes.
 */
export function haveRoom(bars: number[], room: number): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return bars.map((bar) => {
    if (bar - last < room) return false;
    last = bar;
    return true;
  });
}
