import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { StartRefused, TemporalUnavailable } from '../temporal/index.ts';
import type { StartRun } from '../temporal/index.ts';
import type { Services } from '../services.ts';

type StartableRun = Pick<
  RunRow,
  'id' | 'kind' | 'agent' | 'compiled' | 'input' | 'priority' | 'user'
> &
  Partial<Pick<RunRow, 'retry' | 'startedBy' | 'trigger'>>;

/**
 * Starts the workflow of a stored run.
 * @returns false when Temporal cannot be reached: the run stays `pending`, and is started later.
 */
export async function startRun(services: Services, run: StartableRun): Promise<boolean> {
  try {
    await services.temporal.start(startOf(services, run));
    return true;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return false;
    if (!(error instanceof StartRefused)) throw error;
    const message = `Temporal refused the run: ${error.message}`;
    await services.runs.finish(run.id, {
      status: 'failed',
      error: { type: error.name, message },
      nodes: run.compiled.pipeline.nodes.map(({ id, kind }) => ({ id, kind, status: 'pending' })),
    });
    return true;
  }
}

/** What Temporal is given to start a run, with the texts of its page there. */
export function startOf({ links }: Services, run: StartableRun): StartRun {
  const { id, kind, agent, compiled, input, priority, user, retry } = run;
  const { startedBy = null, trigger = null } = run;
  const { name, title = name, description } = compiled.pipeline;
  const details = [
    description,
    `Pipeline \`${name}\`, content \`${compiled.hash.slice(0, 12)}\``,
    `Run [${id}](${links.run(id)}) in Baton`,
    `Input:\n\`\`\`json\n${preview(JSON.stringify(input, undefined, 2), 4000)}\n\`\`\``,
  ];
  return {
    input: { runId: id, kind, path: '', compiled, input, depth: 0, ...(retry && { retry }) },
    priority,
    user,
    startedBy,
    trigger,
    agent,
    summary: preview(`${title} · ${shortInput(input)}`, 180),
    details: details.filter((line) => line !== undefined).join('\n\n'),
  };
}

function shortInput(input: RunRow['input']): string {
  return Object.entries(input)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}

/** The text, cut so that it fits into so many bytes of UTF-8, with `…` where something is left out. */
export function preview(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString();
  return `${cut.replace(/\uFFFD+$/, '')}…`;
}
