import { ToolError } from '../../tool-kit/tool.ts';
import type { RangeRequest } from './market.ts';

/**
 * The bounds of a range in milliseconds since 1970; without `to` it has no end.
 * @throws {ToolError} where a bound is no time, or the range is empty.
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

/** Whether an ISO 8601 time is within a range. */
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
