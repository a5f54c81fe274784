/**
 * How deep JSON of a client may nest. Code that walks through it recurses, and no real document comes near this
 * limit.
 */
export const mostLevels = 200;

/** Whether a value's objects and arrays nest more than `mostLevels` deep. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= mostLevels) return true;
    level = level.flatMap((parent) => Object.values(parent).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;
