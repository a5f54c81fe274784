import type { Bench, Result } from './measurement.ts';
export async function agent(_b: Bench): Promise<Result[]> {
  return [];
}
