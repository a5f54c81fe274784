import type { RetryAction, RetryForecast } from '../../contracts/api/index.ts';
import type { Context } from './context.ts';
import { clockText, tableLines } from './text.ts';

const actions = {
  kept: 'kept',
  pinned: 'output set',
  continues: 'continues where it stopped',
  runs: 'runs from the start',
  skipped: 'skipped',
} satisfies Record<RetryAction, string>;

/** What a retry keeps and runs, and what that saves. */
export function forecastLines(
  { nodes, saved }: RetryForecast,
  colors: Context['colors'],
): string[] {
  const rows = nodes.map(({ id, kind, action, keptFrom }) => [
    `  ${id}`,
    kind === 'tool' && action === 'continues' ? 'calls its tool again' : actions[action],
    keptFrom === null ? '' : `from ${keptFrom}`,
  ]);
  const { steps, inputTokens, outputTokens, costUsd } = saved;
  const tokens = `${inputTokens} tokens in, ${outputTokens} out`;
  const cost = costUsd === null ? 'cost unknown' : `${costUsd} USD`;
  return [
    colors.bold('Nodes'),
    ...tableLines(rows).map((line) => line.trimEnd()),
    `Saves: ${steps} ${steps === 1 ? 'step' : 'steps'}, ${tokens}, ${cost}`,
  ];
}

/** What the run has done outside, as a warning. */
export function effectLines({ run, effects }: RetryForecast): string[] {
  if (effects.length === 0) return [];
  const lines = effects.map(({ runId, at, nodePath, label, status, mayRepeat, isOfOtherRetry }) => {
    const notes = [
      isOfOtherRetry && `by its retry ${runId}`,
      status === 'unfinished' && 'not finished',
      mayRepeat && 'may happen again',
    ];
    const note = notes.filter(Boolean).join(', ');
    return `  ${clockText(at)}  ${nodePath} · ${label}${note && ` (${note})`}`;
  });
  return [`Side effects of run ${run} so far:`, ...lines];
}
