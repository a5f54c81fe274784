import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Command } from 'commander';
import { createApiClient } from '../client/api-client.ts';
import { reporting } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { serverAddress, serverKey } from '../client/settings.ts';
import { deployRound } from '../dev/deploy-round.ts';
import { openDevServer } from '../dev/own-server.ts';
import { followTools } from '../dev/tool-news.ts';
import { sourcesUnder, watchFolders } from '../dev/watch-folders.ts';

/** `baton dev`: starts Baton where none runs, and deploys what this folder defines after every edit. */
export function addDev(program: Command, context: Context): void {
  program
    .command('dev')
    .option('--force', 'also replace pipelines and agents that were changed elsewhere')
    .action(({ force = false }: { force?: boolean }) =>
      reporting(context, async () => {
        const stopping = new AbortController();
        const stopListening = context.onInterrupt(() => stopping.abort());
        try {
          return await develop(context, force, stopping.signal);
        } finally {
          stopListening();
        }
      }),
    );
}

async function develop(context: Context, force: boolean, signal: AbortSignal): Promise<number> {
  const server = await openDevServer(context, signal);
  const interrupted = new Promise<undefined>((done) => {
    if (signal.aborted) done(undefined);
    signal.addEventListener('abort', () => done(undefined), { once: true });
  });
  // What works for this command ends with it.
  const work = new AbortController();
  const rounds = createRounds(context, force, work.signal);
  try {
    if (signal.aborted) return exitCodes.completed;
    const watcher = await watchFolders('.', () => rounds.next());
    work.signal.addEventListener('abort', () => watcher.close(), { once: true });
    const how = await Promise.race([server.ended, interrupted, rounds.run()]);
    if (how === undefined) return exitCodes.completed;
    throw new CommandError(
      `Baton ended (${how}). Start it again with \`npx baton dev\`; its runs continue.`,
    );
  } finally {
    work.abort();
    await server.stop();
  }
}

/** Checks and deploys, one round after another: what changes during a round is looked at in the next. */
function createRounds(context: Context, force: boolean, signal: AbortSignal) {
  const { print, warn, colors } = context;
  let wanted = Promise.withResolvers<void>();
  wanted.resolve();
  let isForced = true;
  let failed = false;

  return {
    next: () => wanted.resolve(),
    /** Never ends by itself. @throws what is no mistake of the user's. */
    async run(): Promise<never> {
      const key = await serverKey(context.env);
      const client = createApiClient({ address: serverAddress(context.env), key });
      const news = followTools(client, tellOfTools, signal);
      await Promise.race([news, loop(client)]);
      return new Promise(() => {});
    },
  };

  /** A pipeline may have waited for a tool. */
  function tellOfTools(lines: string[]): void {
    for (const line of lines) print(line);
    if (failed) {
      isForced = true;
      wanted.resolve();
    }
  }

  async function loop(client: ReturnType<typeof createApiClient>): Promise<void> {
    let state = '';
    while (!signal.aborted) {
      await wanted.promise;
      wanted = Promise.withResolvers<void>();
      const files = (await sourcesUnder('.')).map((file) => relative('', file));
      const now = await stateOf(files);
      if (now === state && !isForced) continue;
      [state, isForced] = [now, false];
      const { problems, told } = await deployRound(client, files, { force, signal }).catch(
        (error: unknown) => {
          if (!(error instanceof CommandError)) throw error;
          return { problems: [error.message], told: [] };
        },
      );
      if (signal.aborted) return;
      failed = problems.length > 0;
      for (const line of told) print(line);
      for (const line of problems) warn(colors.red(line));
      const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
      print(`${failed ? count : colors.green('ok')}. Waiting for changes; Ctrl-C ends.`);
    }
  }
}

async function stateOf(files: readonly string[]): Promise<string> {
  const states = files.map(async (file) => {
    const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
    return [file, mtimeMs, size];
  });
  return JSON.stringify(await Promise.all(states));
}
