import { probabilityOf } from './logistic.ts';

/** What turns log odds into probabilities that come true as often as they say: `1 / (1 + e^−(slope · odds + shift))`. */
export type Calibration = { slope: number; shift: number };

export const uncalibrated: Calibration = { slope: 1, shift: 0 };

export const calibrated = ({ slope, shift }: Calibration, logOdds: number): number =>
  probabilityOf(slope * logOdds + shift);

/** A forecast that was made before what came of it was known. */
export type Foretold = { logOdds: number; rose: 0 | 1 };

const rounds = 50;
/** Keeps the slope near 1 where there is little to learn it from: worth as many doubts as this. */
const doubt = 10;

/**
 * Platt's scaling (1999), fitted by Newton's method to forecasts that were not learned from. The slope is never below
 * 0: odds that were wrong then are not turned around, but count for nothing.
 */
export function calibrate(foretold: readonly Foretold[]): Calibration {
  let { slope, shift } = uncalibrated;
  const scale = Math.max(
    1e-12,
    foretold.reduce((sum, { logOdds }) => sum + logOdds ** 2, 0) / Math.max(1, foretold.length),
  );
  for (let round = 0; round < rounds; round += 1) {
    const prior = (doubt * scale) / 4;
    let [bySlope, byShift] = [prior * (1 - slope), 0];
    let [slopeTwice, shiftTwice, both] = [prior, 1e-9, 0];
    for (const { logOdds, rose } of foretold) {
      const chance = calibrated({ slope, shift }, logOdds);
      const weight = chance * (1 - chance);
      bySlope += (rose - chance) * logOdds;
      byShift += rose - chance;
      slopeTwice += weight * logOdds ** 2;
      shiftTwice += weight;
      both += weight * logOdds;
    }
    const determinant = slopeTwice * shiftTwice - both ** 2;
    if (!(determinant > 0)) break;
    const best = Math.max(0, slope + (shiftTwice * bySlope - both * byShift) / determinant);
    const slopeStep = best - slope;
    // Also where the slope is held at 0, the shift is the best beside it.
    const shiftStep = (byShift - both * slopeStep) / shiftTwice;
    slope = best;
    shift += shiftStep;
    if (Math.abs(slopeStep) + Math.abs(shiftStep) < 1e-10) break;
  }
  return { slope, shift };
}
