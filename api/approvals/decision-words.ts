import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { EndStatus } from '../../contracts/runs/run.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { Services } from '../services.ts';

const ofYear = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as const;
const thisYear = new Intl.DateTimeFormat('en-US', ofYear);
const otherYear = new Intl.DateTimeFormat('en-US', { ...ofYear, year: 'numeric' });

/** Formats a moment for people: `Nov 27, 14:05 UTC`, with its year if that is another one. */
export function momentText(at: Date, now = new Date()): string {
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear();
  return `${(isThisYear ? thisYear : otherYear).format(at)} UTC`;
}

/** What somebody changed of the arguments that were asked for: `, with quantity 2 in place of 5`. */
export function changedText(asked: Json, changed: JsonObject | null): string {
  if (changed === null || !isJsonObject(asked)) return '';
  const names = [...new Set([...Object.keys(asked), ...Object.keys(changed)])].filter(
    (name) => JSON.stringify(asked[name]) !== JSON.stringify(changed[name]),
  );
  const texts = names.map(
    (name) => `${name} ${short(changed[name])} in place of ${short(asked[name])}`,
  );
  return texts.length === 0 ? '' : `, with ${texts.join(', ')}`;
}

const short = (value: Json | undefined) =>
  value === undefined ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);

const endings = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'was cancelled',
  timeout: 'timed out',
} satisfies Record<EndStatus, string>;

const verdicts = { approved: 'Approved', rejected: 'Rejected' };

/** How an approval has ended; undefined while it is open. */
export async function endOf(
  { status, decidedBy, decidedAt, comment, args, editedArgs, expiresAt, runId }: ApprovalRow,
  { runs }: Pick<Services, 'runs'>,
): Promise<string | undefined> {
  if (status === 'pending') return undefined;
  if (status === 'expired') {
    return `Nobody decided in time: this was open until ${momentText(expiresAt)}.`;
  }
  if (status === 'withdrawn') {
    const run = await runs.get(runId);
    if (!run || !hasEnded(run.status)) return 'The run does not wait for this decision any more.';
    return `The run has ended: it ${endings[run.status]}. There is nothing to decide any more.`;
  }
  const by = decidedBy === null ? '' : ` by ${decidedBy}`;
  const at = decidedAt === null ? '' : ` on ${momentText(decidedAt)}`;
  const why = comment === null ? '.' : `: “${comment}”.`;
  return `${verdicts[status]}${by}${at}${changedText(args, editedArgs)}${why}`;
}
