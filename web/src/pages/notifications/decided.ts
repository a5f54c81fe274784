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
 */
export function headingOf(
  { kind, title, decision, run, user }: Headed,
  reader: string | undefined,
): string {
  const isOfOthers = reader !== undefined && user !== reader;
  if (!decision || !run) {
    return isOfOthers && kind === 'run-waiting'
      ? title.replace(asksReader, ` waiting for ${user}$1`)
      : title;
  }
  const isTask = run.kind === 'task' && run.agent !== null;
  const name = isTask ? texts.card.task(run.agent ?? '') : (run.title ?? run.pipeline);
  if (!asksReader.test(title)) return texts.card.askedAnybody(name);
  return isOfOthers ? texts.card.askedOther(name, user) : texts.card.asked(name);
}
