/** Pixels between two texts. */
const gap = 6;

/** The text of a mark: the middle of its bar and how wide it is, in pixels. */
export type LabelRoom = { middle: number; width: number };

/**
 * Where the texts of marks begin: each at the middle of its bar, moved as far as it takes to stay within the chart. Of
 * those that would cover one another only the first has a place; what is left out stands below the chart.
 * @param labels by their bars, in rising order.
 * @param width of the chart, in pixels.
 */
export function labelPlaces(labels: LabelRoom[], width: number): (number | undefined)[] {
  let taken = Number.NEGATIVE_INFINITY;
  return labels.map((label) => {
    if (label.middle < 0 || label.middle > width) return undefined;
    const left = Math.max(0, Math.min(label.middle - label.width / 2, width - label.width));
    if (left < taken) return undefined;
    taken = left + label.width + gap;
    return left;
  });
}
