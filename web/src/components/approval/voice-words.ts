import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { locale } from '../values/locale.ts';
import { texts } from './texts.ts';

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const clock = new Intl.DateTimeFormat(locale, time);
const dayAndClock = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...time });

/** `10:32`; on another day than today `Nov 23, 10:32`. */
function clockTime(instant: string, now: Date): string {
  const date = new Date(instant);
  const isToday = date.toDateString() === now.toDateString();
  return (isToday ? clock : dayAndClock).format(date);
}

/** `1 of 2 approved: ann (10:32)`; undefined where one approval is enough. */
export function progressText(
  { quorum, approvedBy, voices }: Pick<ApprovalView, 'quorum' | 'approvedBy' | 'voices'>,
  now = new Date(),
): string | undefined {
  if (quorum <= 1) return undefined;
  if (approvedBy.length === 0) return texts.voices.none(quorum);
  const names = approvedBy.map((name) => {
    const at = voices.findLast(({ by }) => by === name)?.at;
    return at === undefined ? name : `${name} (${clockTime(at, now)})`;
  });
  return `${texts.voices.counted(approvedBy.length, quorum)}: ${names.join(', ')}`;
}

/** `From 14:00, head may decide too`; undefined where nobody else will be asked. */
export function escalationText(
  { escalation }: Pick<ApprovalView, 'escalation'>,
  now = new Date(),
): string | undefined {
  if (!escalation) return undefined;
  const { at, approvers, quorum, isReached } = escalation;
  const who = approvers.join(', ');
  const may = isReached ? texts.voices.now(who) : texts.voices.later(clockTime(at, now), who);
  return quorum === undefined ? may : `${may}; ${texts.voices.enough(quorum)}`;
}
