import type { NotificationView } from '../../../../contracts/api/index.ts';
import type { StatusLook } from '../../components/runs/status.tsx';
import { texts } from './texts.ts';

type Decision = NonNullable<NotificationView['decision']>;

const colours: Record<Decision['status'], string> = {
  approved: 'var(--good)',
  rejected: 'var(--bad)',
  expired: 'var(--muted)',
  withdrawn: 'var(--muted)',
};

/** What was decided, and by whom. */
export function decisionLook({ status, by }: Decision): StatusLook {
  const verdict = texts.card.decisions[status];
  const label = by === null ? verdict : texts.card.decidedBy(verdict, by);
  return { label, colour: colours[status] };
}

/** The title of a notification to somebody who was to decide. */
const asksReader = / waiting for you( because nobody else has decided)?$/;

type Headed = Pick<NotificationView, 'kind' | 'title' | 'decision' | 'run' | 'user'>;

/**
 * What a notification says; of one whose decision is made no longer that it waits.
 * @param reader the user who reads it: one of others names them.
 * @param users all who are told the same.
 */
export function headingOf(
  { kind, title, decision, run, user }: Headed,
  reader: string | undefined,
  users: readonly string[] = [user],
): string {
  const isOfOthers = reader !== undefined && users.some((one) => one !== reader);
  const told = isOfOthers ? namesOf(users, reader) : '';
  if (!decision || !run) {
    return isOfOthers && kind === 'run-waiting'
      ? title.replace(asksReader, (_all, late = '') => ` waiting for ${told}${late}`)
      : title;
  }
  const isTask = run.kind === 'task' && run.agent !== null;
  const name = isTask ? texts.card.task(run.agent ?? '') : (run.title ?? run.pipeline);
  if (!asksReader.test(title)) return texts.card.askedAnybody(name);
  return isOfOthers ? texts.card.askedOther(name, told) : texts.card.asked(name);
}

/** The reader first: `you, grace and linus`. */
function namesOf(users: readonly string[], reader: string): string {
  const others = users.filter((user) => user !== reader).toSorted();
  const names = others.length < users.length ? [texts.card.you, ...others] : others;
  return new Intl.ListFormat('en', { type: 'conjunction' })
    .format(names)
    .replace(', and ', ' and ');
}
