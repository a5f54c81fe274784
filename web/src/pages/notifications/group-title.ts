import type { NotificationView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

/** What a group says: `12 runs of Price check completed`. */
export function groupTitle({ kind, run, status, title }: NotificationView, count: number): string {
  const endings: Record<string, string | undefined> = texts.group.endings;
  const ending = status ? endings[status] : undefined;
  if (kind !== 'run-ended' || !run || !ending) return texts.group.others(count, title);
  return run.kind === 'task'
    ? texts.group.tasks(count, run.agent ?? run.pipeline, ending)
    : texts.group.runs(count, run.title ?? run.pipeline, ending);
}
