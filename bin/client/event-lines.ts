import type { AwaitedEvent, RunSummary } from '../../contracts/api/index.ts';
import type { Context } from './context.ts';
import { clockText } from './text.ts';

type Waits = Pick<RunSummary, 'status' | 'waitsFor' | 'queued'>;

/** The status of a run in words: `waiting for event order.paid`. */
export function runStatusText({ status, waitsFor, queued }: Waits): string {
  if (queued) return queued.behind ? `queued behind ${queued.behind}` : 'queued';
  const [wait] = waitsFor;
  const isAwaited = status === 'waiting' && wait !== undefined;
  return isAwaited ? `waiting for event ${wait.event}` : status.replace('_', ' ');
}

/** What a run waits for, and how it is sent. */
export function awaitedLines(
  { nodePath, event, when, from, until, problem }: AwaitedEvent,
  { colors, address }: Pick<Context, 'colors'> & { address: string },
): string[] {
  const end = until === null ? '' : `   ${colors.dim(`until ${clockText(until)}`)}`;
  const body = JSON.stringify({ name: event, data: {} });
  return [
    `${colors.yellow('?')} ${colors.bold(nodePath)} waits for event ${event}${end}`,
    ...(when === null ? [] : [`    if ${when}`]),
    ...(from === null ? [] : [`    from ${from.join(' or ')}`]),
    ...(problem === null ? [] : [`    ${colors.red(problem)}`]),
    `    ${colors.dim('send it:')} npx baton event send ${event} --data '{}'`,
    `    ${colors.dim('API:    ')} POST ${address}/api/v1/events ${body}`,
  ];
}
