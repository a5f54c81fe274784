import { canonicalJson, isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { Pair } from '../../../../contracts/runs/compare-runs.ts';

/** Two objects without the members that are the same in both; undefined where there is nothing to leave out. */
export function differingMembers({ one, other, differs }: Pair<Json>): Pair<Json> | undefined {
  if (!differs || !isJsonObject(one) || !isJsonObject(other)) return undefined;
  const same = new Set(
    Object.keys(one).filter(
      (name) => name in other && canonicalJson(one[name]) === canonicalJson(other[name]),
    ),
  );
  if (same.size === 0) return undefined;
  const without = (value: Json) =>
    Object.fromEntries(Object.entries(value as object).filter(([name]) => !same.has(name))) as Json;
  return { one: without(one), other: without(other), differs };
}
