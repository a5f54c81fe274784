import { Optional } from '@marcbachmann/cel-js';
import { Duration, UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import type { Json } from '../base/json.ts';
import { ExpressionError } from './error.ts';

function numberFrom(source: string, value: number | bigint): number {
  const number = Number(value);
  if (!Number.isFinite(number)) {
    throw new ExpressionError(source, 'the result is not a finite number', {
      hint: 'guard the division with a condition',
    });
  }
  if (typeof value === 'bigint' && !Number.isSafeInteger(number)) {
    throw new ExpressionError(source, `the integer ${value} is too large to be exact`, {
      hint: 'use string(…)',
    });
  }
  return number;
}

function entries(value: object): [unknown, unknown][] {
  return value instanceof Map ? [...value] : Object.entries(value);
}

function jsonObject(source: string, value: object): Json {
  return Object.fromEntries(
    entries(value).map(([key, member]) => [String(key), toJson(source, member)]),
  );
}

/**
 * The JSON form of what an expression gave: an empty optional is null, a timestamp is ISO 8601 text, a
 * duration is text in seconds such as `300s`.
 * @throws {ExpressionError} when there is none: bytes, types, numbers that are not finite or not exact.
 */
export function toJson(source: string, value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return numberFrom(source, value);
  if (value instanceof UnsignedInt) return numberFrom(source, value.value);
  if (value instanceof Optional) return toJson(source, value.orValue(null));
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Duration) return value.toString();
  if (Array.isArray(value)) return value.map((member) => toJson(source, member));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (value instanceof Map || prototype === null || prototype === Object.prototype) {
    return jsonObject(source, value as object);
  }
  throw new ExpressionError(source, 'the result has no JSON form', { hint: 'use string(…)' });
}
