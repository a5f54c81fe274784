import { ToolError } from '../../tool-kit/tool.ts';
import type { RangeRequest } from './market.ts';

/**
 * The bounds of a range in milliseconds since 1970; Infinity without `to`.
 * @throws {ToolError} if a bound is not a time, or the range is empty.
 */
export function rangeBounds({ from, to }: Pick<RangeRequest, 'from' | 'to'>): {
  from: number;
  to: number;
} {
  const bounds = {
    from: parseTime(from, 'from'),
    to: to === undefined ? Infinity : parseTime(to, 'to'),
  };
  if (bounds.from < bounds.to) return bounds;
  throw new ToolError(`from (${from}) must be before to (${to})`, { retryable: false });
}

/** A test of whether an ISO 8601 time is within a range: at or after `from` and before `to`. */
export function timesWithin(from: string, to?: string): (time: string) => boolean {
  const bounds = rangeBounds({ from, ...(to !== undefined && { to }) });
  return (time) => Date.parse(time) >= bounds.from && Date.parse(time) < bounds.to;
}

function parseTime(text: string, name: string): number {
  const time = Date.parse(text);
  if (Number.isFinite(time)) return time;
  throw new ToolError(`${name}: "${text}" is not a time; write one such as 2019-12-31`, {
    retryable: false,
  });
}
