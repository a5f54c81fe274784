import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { EventWaitEnd } from '../../contracts/activities/index.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { checkExpression } from '../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../contracts/expressions/index.ts';
import { listenForEvents, untilEvent } from '../calls/event-arrivals.ts';
import { failure } from '../errors.ts';
import { requireFits } from '../payload.ts';
import { localRecords, records } from '../proxies.ts';
import type { NodeResult, NodeRunner } from './runner.ts';

export const waitForEvent: NodeRunner<'wait_for_event'> = async (
  { id: name, event, when, from, timeout, onTimeout },
  { run, nodePath, scope },
) => {
  const { runId } = run;
  const id = `${runId}/${nodePath}`;
  const summary = `${name} · waits for ${event}`;
  const until = Date.now() + durationMs(timeout);
  // What is told of it before the record is answered is not lost.
  listenForEvents();
  try {
    await records.openEventWait.executeWithOptions({ summary }, [
      {
        id,
        runId,
        event,
        ...(when !== undefined && { when }),
        ...(from && { from }),
        until: new Date(until).toISOString(),
        scope: readBy(when, scope),
      },
    ]);
    for (;;) {
      const isTold = await untilEvent(id, { leftMs: until - Date.now(), summary });
      // Anyone can send a signal, so only the records show whether the event has come.
      const end = await localRecords.endEventWait({ id, isOver: !isTold });
      if (end.event) return received(end.event);
      if (isTold) continue;
      if (onTimeout === 'port') return timedOut(end);
      const message = `No event ${event} came within ${timeout}.`;
      const why = end.problem === undefined ? '' : ` ${end.problem}`;
      throw failure({ type: 'Timeout', message: `${message}${why}` });
    }
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => localRecords.endEventWait({ id, isOver: true }));
    }
    throw error;
  }
};

function received({
  data = {},
  id = null,
  at = null,
}: NonNullable<EventWaitEnd['event']>): NodeResult {
  return { output: requireFits({ received: true, data, id, at }), port: 'received' };
}

function timedOut({ problem }: EventWaitEnd): NodeResult {
  return { output: { received: false, ...(problem && { problem }) }, port: 'timeout' };
}

/** What of a run an expression reads: the rest need not be kept for it. */
function readBy(
  when: string | undefined,
  { inputs, nodes, run }: ExpressionContext,
): ExpressionContext {
  const { references } = when === undefined ? { references: [] } : checkExpression(when, 'wait');
  const kept = <Value>(root: 'inputs' | 'nodes', values: Record<string, Value>) => {
    const read = references.filter((each) => each.root === root);
    // What is not written out may be any of them.
    if (read.some((each) => each.name === undefined)) return values;
    const names = new Set(read.map((each) => each.name));
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  };
  return { inputs: kept('inputs', inputs), nodes: kept('nodes', nodes), run };
}
