import type { EndStatus, RunError } from '../../../contracts/runs/run.ts';
import { effectText } from '../../../contracts/runs/effects.ts';
import type { RunEffect } from '../../../contracts/runs/effects.ts';
import { outcomeOf } from '../../../contracts/runs/outcome.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type { Announcement } from './outbox.ts';
import type { approvals, runs } from '../../schema/index.ts';

type Run = Pick<
  typeof runs.$inferSelect,
  'id' | 'user' | 'notify' | 'kind' | 'agent' | 'pipeline' | 'input' | 'compiled'
>;
type EndedRun = Run & Pick<typeof runs.$inferSelect, 'status' | 'output' | 'nodes'>;

const endings: Record<EndStatus, string> = {
  completed: 'completed',
  failed: 'failed',
  cancelled: 'was cancelled',
  timeout: 'timed out',
};

/**
 * What a user is told of the end of a run: in clear words, without where in the code an error arose.
 * @param effects what the run has done outside.
 */
export function endOfRun(
  run: EndedRun,
  { status, error }: { status: EndStatus; error?: RunError | null | undefined },
  effects: readonly RunEffect[] = [],
): Announcement {
  const outcome = outcomeOf(run);
  return {
    id: `${run.id}~ended`,
    run,
    kind: outcome?.name ?? 'run-ended',
    status,
    title: `${nameOf(run)} ${outcome?.ending ?? endings[status]}`,
    text: [outcome?.text ?? error?.message ?? taskOf(run), ...effectLines(effects)]
      .filter(Boolean)
      .join('\n'),
  };
}

/** What a user is told once it is known what side effects came to that were open at the end of a run. */
export function settledEffects(run: EndedRun, settled: readonly RunEffect[]): Announcement {
  return {
    // Each of them is settled once.
    id: `${run.id}~${settled[0]!.key}`,
    run,
    kind: 'run-ended',
    status: run.status,
    title: `${nameOf(run)}: outcome of its side effects`,
    text: effectLines(settled).join('\n'),
  };
}

const mostEffects = 10;

function effectLines(effects: readonly RunEffect[]): string[] {
  if (effects.length === 0) return [];
  const rest = effects.length - mostEffects;
  const list = effects.slice(0, mostEffects).map(effectText).join('; ');
  return [`Side effects of this run: ${list}${rest > 0 ? `; and ${rest} more` : ''}.`];
}

/** Why somebody is told of a decision that a run waits for: it is asked for, still open, or theirs to make by now. */
export type AskedAgain = 'waiting' | 'reminder' | 'escalated';

const askedTitles: Record<AskedAgain, (who: string) => string> = {
  waiting: (who) => `is waiting for ${who}`,
  reminder: (who) => `is still waiting for ${who}`,
  escalated: (who) => `is waiting for ${who} because nobody else has decided`,
};

/**
 * What somebody is told of a decision that a run waits for.
 * @param told.who decides, as they are told of it, such as `you`.
 */
export function askedOf(
  run: Run,
  { id, title }: Pick<typeof approvals.$inferInsert, 'id' | 'title'>,
  { why, who }: { why: AskedAgain; who: string },
): Announcement {
  return {
    id: `${id}~${why}`,
    run,
    kind: 'run-waiting',
    status: 'waiting',
    title: `${nameOf(run)} ${askedTitles[why](who)}`,
    text: title,
  };
}

/** The approval that a notification asks for; undefined for one that tells of something else. */
export function approvalOf({ id, kind }: { id: string; kind: string }): string | undefined {
  return kind === 'run-waiting' ? id.split('~', 1)[0] : undefined;
}

function nameOf({ kind, agent, pipeline, compiled }: Run): string {
  if (kind === 'task') return `A task of ${agent ?? 'an agent'}`;
  return compiled.pipeline.title ?? pipeline;
}

function taskOf({ kind, input }: Run): string {
  const { task } = input;
  return kind === 'task' && typeof task === 'string' ? cutText(task, 500) : '';
}
