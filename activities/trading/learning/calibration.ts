import { probabilityOf } from './logistic.ts';

/**
 * Calibrates log odds so that probabilities match observed frequencies: `p = 1 / (1 + e^−(slope · logOdds + shift))`.
 */
export type Calibration = { slope: number; shift: number };

/** The identity: probabilities of the log odds as they are. */
export const uncalibrated: Calibration = { slope: 1, shift: 0 };

/** The calibrated probability of log odds. */
export const calibrated = ({ slope, shift }: Calibration, logOdds: number): number =>
  probabilityOf(slope * logOdds + shift);

/** An out-of-sample forecast with its outcome: `rose` is 1 if the close was higher. */
export type PastForecast = { logOdds: number; rose: 0 | 1 };

const rounds = 50;
/** Strength of the prior that keeps the slope near 1: it weighs as much as this many forecasts at even odds. */
const priorForecasts = 10;

/**
 * Platt scaling (Platt, 1999) by Newton's method, fitted to out-of-sample forecasts. The slope is at least 0: odds that
 * were wrong are ignored, not reversed.
 */
export function calibrate(forecasts: readonly PastForecast[]): Calibration {
  let { slope, shift } = uncalibrated;
  const scale = Math.max(
    1e-12,
    forecasts.reduce((sum, { logOdds }) => sum + logOdds ** 2, 0) / Math.max(1, forecasts.length),
  );
  for (let round = 0; round < rounds; round += 1) {
    const prior = (priorForecasts * scale) / 4;
    let [bySlope, byShift] = [prior * (1 - slope), 0];
    let [slopeTwice, shiftTwice, both] = [prior, 1e-9, 0];
    for (const { logOdds, rose } of forecasts) {
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
    // Also if the slope is held at 0, the shift is optimal for it.
    const shiftStep = (byShift - both * slopeStep) / shiftTwice;
    slope = best;
    shift += shiftStep;
    if (Math.abs(slopeStep) + Math.abs(shiftStep) < 1e-10) break;
  }
  return { slope, shift };
}
