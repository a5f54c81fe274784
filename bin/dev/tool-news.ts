import { setTimeout as pause } from 'node:timers/promises';
import type { ToolView } from '../../contracts/api/catalog.ts';
import { fileProblemText } from '../../contracts/agents/file-problem.ts';
import type { ApiClient } from '../client/api-client.ts';
import { CommandError } from '../client/errors.ts';

const everyMs = 1_000;

/**
 * Tells which tools of one's own the workers have loaded, and what is wrong with their files. The workers load them by
 * themselves: a run that calls one goes on with the new one.
 * @param onNews called after each change, with what to say, and when the server answers again.
 */
export async function followTools(
  client: ApiClient,
  onNews: (lines: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let before = new Map<string, string>();
  let isAway = false;
  while (!signal.aborted) {
    const now = await toolsNow(client);
    const lines = now ? newsOf(before, now) : [];
    if (now && (lines.length > 0 || isAway)) onNews(lines);
    isAway = now === undefined;
    before = now ?? before;
    await pause(everyMs, undefined, { signal }).catch(() => {});
  }
}

/** Each tool and each problem, with what it is; undefined while no server answers, as when it starts again. */
async function toolsNow(client: ApiClient): Promise<Map<string, string> | undefined> {
  try {
    const { items, problems } = await client.tools();
    return new Map([
      ...items.flatMap((tool) => (tool.file ? [[`tool ${tool.id}`, formOf(tool)] as const] : [])),
      ...problems.map((problem) => [fileProblemText(problem), ''] as const),
    ]);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

const formOf = ({ description, parameters, category, file }: ToolView) =>
  JSON.stringify({ description, parameters, category, file });

function newsOf(before: Map<string, string>, now: Map<string, string>): string[] {
  const changed = [...now].filter(([name, form]) => before.get(name) !== form);
  const gone = [...before.keys()].filter((name) => name.startsWith('tool ') && !now.has(name));
  return [
    ...changed.map(([name]) => {
      if (!name.startsWith('tool ')) return name;
      return `${name} ${before.has(name) ? 'has changed' : 'is loaded'}`;
    }),
    ...gone.map((name) => `${name} is gone`),
  ];
}
