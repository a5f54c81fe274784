import { sleep } from '@temporalio/workflow';
import { durationMs } from '../../contracts/base/duration.ts';
import { momentExample, momentMs } from '../../contracts/base/moment.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import { failure } from '../errors.ts';
import { render } from '../payload.ts';
import type { NodeContext, NodeRunner } from './runner.ts';

/** The longest that a timer is set for, as of every duration in a document. */
const longest = '365d';

export const wait: NodeRunner<'wait'> = async (node, { scope }) => {
  const now = Date.now();
  const end = node.for === undefined ? untilOf(node, scope) : now + durationMs(node.for);
  const until = new Date(end).toISOString();
  if (end - now > durationMs(longest)) {
    throw invalid(`${until} is too far away: a node waits at most ${longest}.`);
  }
  if (end > now) await sleep(end - now, { summary: `${node.id} · until ${until}` });
  return { output: { until } };
};

function untilOf({ id, until = '' }: NodeOf<'wait'>, scope: NodeContext['scope']): number {
  const given = render(until, scope);
  const end = typeof given === 'string' ? momentMs(given) : undefined;
  if (end !== undefined) return end;
  const text = JSON.stringify(given).slice(0, 100);
  throw invalid(
    `until of ${id} must give a time with its offset, such as ${momentExample}, but gave ${text}.`,
  );
}

const invalid = (message: string) => failure({ type: 'InvalidInput', message });
