import { setTimeout as delay } from 'node:timers/promises';
import type { RunView, StepView } from '../../contracts/api/index.ts';
import { waitOf } from '../../contracts/runs/step-wait.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { awaitedLines } from './event-lines.ts';
import { usageLine } from './cost-lines.ts';
import { CommandError, ServerNotRunning, exitCodes } from './errors.ts';
import { approvalLines, endLines, interruptedLines, nodeLine, stepLines } from './run-lines.ts';

const lookEveryMs = 300;
/** A step that takes longer is shown before it ends. */
const longMs = 3_000;
/** How long a server that was there may be away. */
const patienceMs = 60_000;
/** Steps of parallel branches can become visible a little out of order. */
const overlap = 20;

/**
 * Shows the nodes and steps of a run as they happen, and what waits for a decision, until it ends.
 * @param options.print each line; nothing is ever printed twice.
 * @returns the run at its end.
 * @throws {CommandError} at Ctrl-C, which leaves the run as it is, or when the server stays away.
 */
export async function watchRun(
  client: ApiClient,
  context: Pick<Context, 'colors' | 'onInterrupt'>,
  runId: string,
  { print }: { print: (line: string) => void },
): Promise<RunView> {
  const interrupt = new AbortController();
  const release = context.onInterrupt(() => interrupt.abort());
  const show = createChanges(context.colors, print);
  let answeredAt = Date.now();
  let after = 0;
  try {
    for (;;) {
      try {
        const run = await look();
        answeredAt = Date.now();
        if (hasEnded(run.status)) return run;
      } catch (error) {
        if (!(error instanceof ServerNotRunning) || Date.now() - answeredAt > patienceMs)
          throw error;
        show.away();
      }
      await delay(lookEveryMs, undefined, { signal: interrupt.signal });
    }
  } catch (error) {
    if (interrupt.signal.aborted) throw new CommandError(goesOn(runId), exitCodes.interrupted);
    throw error;
  } finally {
    release();
  }

  async function look(): Promise<RunView> {
    // The run first: when it has ended, so have its steps.
    const run = await client.run(runId);
    const steps = await stepsAfter(client, runId, after);
    show.events([...nodeEvents(run, context.colors), ...stepEvents(steps, context.colors)]);
    const running = steps.find(({ status }) => status === 'running')?.sequence;
    const last = steps.at(-1)?.sequence ?? after;
    after = Math.max(after, Math.min(running ?? Infinity, last - overlap) - 1);
    if (run.status === 'waiting') {
      const { items } = await client.approvals({ status: 'pending', runId });
      for (const approval of items) show.once(approval.id, approvalLines(approval, context.colors));
      for (const wait of run.waitsFor) {
        const lines = awaitedLines(wait, { ...context, address: client.address });
        show.once(`awaited ${wait.nodePath} ${wait.problem}`, lines);
      }
    }
    for (const agent of run.interrupted) {
      const { nodePath, at } = agent;
      show.once(`interrupted ${nodePath} ${at}`, interruptedLines(run, agent, context.colors));
    }
    if (run.stale && run.notice && run.status !== 'waiting' && isLong(run.createdAt)) {
      show.once(run.notice, [context.colors.yellow(run.notice)]);
    }
    if (hasEnded(run.status)) {
      for (const line of endLines(run, context.colors)) print(line);
      if (run.usage.inputTokens > 0) print(context.colors.dim(usageLine(run)));
    }
    return run;
  }
}

/** Every step after a sequence number, page by page. */
export async function stepsAfter(
  client: ApiClient,
  runId: string,
  after: number,
): Promise<StepView[]> {
  const { items, nextCursor } = await client.steps(runId, { after, limit: 500 });
  if (nextCursor === null) return items;
  return [...items, ...(await stepsAfter(client, runId, Number(nextCursor)))];
}

/** Lines to show once, and the time that they belong to. */
type Event = { key: string; at: string; lines: string[] };

function nodeEvents(run: RunView, colors: Context['colors']): Event[] {
  return run.nodes.flatMap((node) => {
    const at = node.endedAt ?? node.startedAt;
    if (node.status === 'pending' || at === null) return [];
    return [{ key: `node ${node.id} ${node.status}`, at, lines: [nodeLine(node, run, colors)] }];
  });
}

function stepEvents(steps: StepView[], colors: Context['colors']): Event[] {
  return steps.flatMap((step) => {
    const { key, attempt, status, startedAt, endedAt } = step;
    if (status === 'running' && !isLong(startedAt)) return [];
    const at = endedAt ?? startedAt;
    const told = `step ${key} ${attempt} ${waitOf(step) ? 'waiting' : status}`;
    return [{ key: told, at, lines: stepLines(step, colors) }];
  });
}

function isLong(since: string): boolean {
  return Date.now() - Date.parse(since) > longMs;
}

/** Prints what has not been printed before. */
function createChanges(colors: Context['colors'], print: (line: string) => void) {
  const shown = new Set<string>();
  const once = (key: string, lines: string[]): void => {
    if (shown.has(key)) return;
    shown.add(key);
    for (const line of lines) print(line);
  };
  return {
    once,
    events(events: Event[]): void {
      for (const { key, lines } of events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
        once(key, lines);
      }
    },
    away(): void {
      once('away', [
        colors.yellow(
          'Baton is not responding. The run is stored and continues when Baton is back.',
        ),
      ]);
    },
  };
}

function goesOn(runId: string): string {
  return (
    `\nThe run continues. Watch it again: npx baton show ${runId} --watch\n` +
    `Cancel it:                         npx baton cancel ${runId}`
  );
}
