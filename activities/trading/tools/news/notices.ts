import { dayOfMoment } from '../../../../contracts/tools/moment.ts';
import type { Moment } from '../../../../contracts/tools/moment.ts';

/** Several things to be minded, as one. */
export function joinNotices(...notices: readonly (string | undefined)[]): string {
  return notices.filter((notice) => notice !== undefined).join('. ');
}

/** Up to when headlines were looked for, where that is not now. */
export function upTo(moment: Moment | undefined): string | undefined {
  return moment && `Nothing after ${dayOfMoment(moment)}: ${moment.reason}`;
}
