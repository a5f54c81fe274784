/**
 * The middle of the values, or the mean of the two in the middle.
 * @throws {RangeError} when there are none.
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('no values');
  return (lower + upper) / 2;
}

/**
 * The least value that so great a part of the values does not exceed (nearest rank).
 * @param part from 0 to 1.
 * @throws {RangeError} when there are none.
 */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no values');
  return value;
}

export type Comparison = {
  /** Median of the blocks' ratios, first to second. */
  ratio: number;
  ratios: number[];
  first: number[];
  second: number[];
};

/**
 * Compares two measurements on a machine whose speed drifts: blocks in the order first, second, second,
 * first, so that a drift falls on both alike, and a ratio for each block.
 */
export async function compare(options: {
  blocks: number;
  first: () => Promise<number>;
  second: () => Promise<number>;
}): Promise<Comparison> {
  const { blocks, first, second } = options;
  const comparison: Comparison = { ratio: Number.NaN, ratios: [], first: [], second: [] };
  for (let block = 0; block < blocks; block += 1) {
    const opening = await first();
    const inner = [await second(), await second()];
    const outer = [opening, await first()];
    comparison.first.push(...outer);
    comparison.second.push(...inner);
    comparison.ratios.push(sum(outer) / sum(inner));
  }
  comparison.ratio = median(comparison.ratios);
  return comparison;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
