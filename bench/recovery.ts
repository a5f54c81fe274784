import type { Bench, Result } from './measurement.ts';
export async function recovery(_b: Bench): Promise<Result[]> {
  return [];
}
