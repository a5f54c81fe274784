import { parentPort, workerData } from 'node:worker_threads';
import type { Json } from '../../contracts/base/json.ts';
import { plannerSchema } from '../../contracts/planner.ts';
import type { Planner } from '../../contracts/planner.ts';
import { offerOwnPackages } from '../base/own-packages.ts';
import type { PlannerQuestion, PlannerReply } from './planner-messages.ts';

// Runs in a thread of its own, which ends with its answer.

const { url, name, input, timeMs } = workerData as PlannerQuestion;

function problemOf(error: unknown): PlannerReply {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, line, column] =
    stack
      .split(url)
      .slice(1)
      .join('')
      .match(/^:(\d+)(?::(\d+))?/) ?? [];
  return { problem: message, line: Number(line ?? 1), column: Number(column ?? 1) };
}

/** @throws {Error} that says what is wrong with the file. */
async function load(): Promise<Planner> {
  const { default: found } = (await import(/* @vite-ignore */ url)) as { default?: unknown };
  const checked = plannerSchema.safeParse(found);
  if (!checked.success) {
    const issues = checked.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
    throw new Error(`its default export is not a planner: ${issues.join('; ')}`);
  }
  if (checked.data.name !== name) {
    throw new Error(
      `its planner is named ${checked.data.name}, but its file is named ${name}: use the same name`,
    );
  }
  return checked.data;
}

async function work(): Promise<PlannerReply> {
  try {
    const planner = await load();
    const planned =
      input && (await planner.plan({ ...input, signal: AbortSignal.timeout(timeMs) }));
    return { planned: planned && (JSON.parse(JSON.stringify(planned)) as Json) };
  } catch (error) {
    return problemOf(error);
  }
}

offerOwnPackages();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
void work().then((reply) => parentPort?.postMessage(reply));
