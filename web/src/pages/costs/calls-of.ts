import { wholeNumber } from '../../components/values/figures.ts';

/** `1 call`, `1,200 calls`. */
export function callsOf(count: number): string {
  return `${wholeNumber(count)} ${count === 1 ? 'call' : 'calls'}`;
}
