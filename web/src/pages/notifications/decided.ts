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

/** What a notification says; of one whose decision is made no longer that it waits. */
export function headingOf({
  title,
  decision,
  run,
}: Pick<NotificationView, 'title' | 'decision' | 'run'>): string {
  if (!decision || !run) return title;
  const isTask = run.kind === 'task' && run.agent !== null;
  return texts.card.asked(isTask ? texts.card.task(run.agent ?? '') : (run.title ?? run.pipeline));
}
