import type { PerformancePoint } from '../../../../../contracts/trading/api/performance.ts';

/** Whether gross and net exposure are the same on every day, as where nothing was ever short. */
export function hasOneExposure(curve: readonly Pick<PerformancePoint, 'gross' | 'net'>[]): boolean {
  return curve.every(({ gross, net }) => gross === net);
}
