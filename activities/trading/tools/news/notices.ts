import { dayOfMoment } from '../../../../contracts/tools/moment.ts';
import type { Moment } from '../../../../contracts/tools/moment.ts';

/** Joins notices into one. */
export function joinNotices(...notices: readonly (string | undefined)[]): string {
  return notices.filter((notice) => notice !== undefined).join('. ');
}

/** A notice about the time up to which headlines were searched; undefined for now. */
export function upTo(moment: Moment | undefined): string | undefined {
  return moment && `Nothing after ${dayOfMoment(moment)}: ${moment.reason}`;
}
