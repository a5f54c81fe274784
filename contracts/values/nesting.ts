import { inheritedNames } from '../pipelines/nodes/reserved-names.ts';
import { problem } from './problem.ts';
import type { Path, Problem } from './problem.ts';

const maximumLevels = 64;

/** Parts of a path that lead to the field at fault; the rest would be as long as the nesting. */
const toldParts = 3;

const [prototypeName] = inheritedNames;

/**
 * What makes a JSON value unfit to be looked into by anything that recurses or copies: more than 64 levels,
 * or a key `__proto__`.
 */
export function unfitJson(value: unknown, path: Path): Problem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (path.length >= maximumLevels) {
    const fix = `use at most ${maximumLevels} levels of objects and lists`;
    return problem(path.slice(0, toldParts), 'is nested too deeply', fix);
  }
  const isList = Array.isArray(value);
  for (const [key, member] of Object.entries(value)) {
    if (key === prototypeName) {
      return problem([...path, key], `${key} is a reserved name`, 'choose another name');
    }
    const found = unfitJson(member, [...path, isList ? Number(key) : key]);
    if (found) return found;
  }
  return undefined;
}
