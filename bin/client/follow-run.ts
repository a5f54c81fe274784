import type { RunView } from '../../contracts/api/index.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { exitCodes } from './errors.ts';
import { exitCodeOf } from './outcome.ts';
import { watchRun } from './watch-run.ts';

type Follow = { watch?: boolean | undefined; json?: boolean | undefined };

/** Says that a run was taken in, and shows what happens until it ends where that is wanted. */
export async function followRun(
  client: ApiClient,
  context: Context,
  run: RunView,
  { watch = false, json = false }: Follow,
): Promise<number> {
  const { print, warn, colors } = context;
  if (!json) {
    const done = run.notice ? 'is stored' : run.kind === 'task' ? 'is queued' : 'started';
    print(`${colors.bold(run.id)} ${done}   ${colors.dim(client.runPage(run.id))}`);
    if (run.temporalUrl) print(colors.dim(`Temporal UI: ${run.temporalUrl}`));
  }
  if (run.notice) warn(run.notice);
  if (!watch) {
    if (json) print(JSON.stringify(run, undefined, 2));
    else print(`Watch it: npx baton show ${run.id} --watch`);
    return exitCodes.completed;
  }
  const ended = await watchRun(client, context, run.id, { print: json ? warn : print });
  if (json) print(JSON.stringify(ended, undefined, 2));
  return exitCodeOf(ended);
}
