import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../../bin/start/ports.ts';
import { untilReady } from './until-ready.ts';
import { mountDisk, wantedMegabytes } from './disk.ts';
import { networkTarget, plainVariables, settingsFor } from './fleet.ts';
import type { Fleet, Outside } from './fleet.ts';
import { isAlive, processesBelow, signal, standStill, startProgram } from './processes.ts';
import type { Running } from './processes.ts';

const apiKey = 'the-key-of-the-chaos';
/** How long after its end something is started again. */
const restartAfterMs = 1_000;
/** The longest that what npm has started may take to end after it. */
const mostToEndMs = 60_000;

/**
 * Baton as `npm start` runs it.
 * @param options.prepare puts into the data folder what its first start would make.
 */
export async function startEmbedded(options: {
  folder: string;
  outside: Outside;
  withDisk: boolean;
  prepare?: (folder: string) => Promise<void>;
}): Promise<Fleet & { close(): Promise<void> }> {
  const { folder, outside, prepare } = options;
  const data = join(folder, 'data');
  await mkdir(data, { recursive: true });
  const disk = options.withDisk ? mountDisk(data) : undefined;
  await prepare?.(data);
  const port = await findFreePort();
  const log = join(folder, 'npm-start.log');
  const environment = {
    ...plainVariables(),
    ...settingsFor(outside),
    BATON_DATA: data,
    BATON_API_KEY: apiKey,
    PORT: String(port),
    BATON_TEMPORAL_PORT: String(await findFreePort()),
    BATON_MIN_FREE_MB: String(wantedMegabytes),
  };
  const remarks: string[] = [];
  let isClosing = false;
  let isKilled = false;
  let npm = start();

  function start(): Running {
    isKilled = false;
    const running = startProgram(['npm', 'start'], { log, environment });
    void startAgain(running);
    return running;
  }

  /** As a service manager does. */
  async function startAgain({ ended }: Running): Promise<void> {
    await ended;
    if (isClosing) return;
    if (!isKilled) remarks.push(`npm start ended by itself at ${new Date().toISOString()}`);
    await untilGone();
    await delay(restartAfterMs);
    if (!isClosing) npm = start();
  }

  /** What npm has started ends after it, by itself. */
  let left: number[] = [];
  async function untilGone(): Promise<void> {
    const deadline = Date.now() + mostToEndMs;
    while (left.some(isAlive) && Date.now() < deadline) await delay(50);
    const still = left.filter(isAlive);
    left = [];
    if (still.length === 0) return;
    remarks.push(`${still.length} processes outlived npm by ${mostToEndMs / 1_000} s`);
    for (const pid of still) signal(pid, 'SIGKILL');
  }

  /** The processes whose command line has a text. */
  const named = (text: string) =>
    processesBelow(npm.pid).filter(({ command }) => command.includes(text));
  const programs = () => named('bin/main.ts').map(({ pid }) => pid);
  /** Without the shell that guards it. */
  const temporals = () =>
    named('server start-dev')
      .filter(({ command }) => !command.includes('baton-guard'))
      .map(({ pid }) => pid);

  function killAll(): void {
    isKilled = true;
    left = [npm.pid, ...processesBelow(npm.pid).map(({ pid }) => pid), ...left];
    for (const pid of left) signal(pid, 'SIGKILL');
  }
  const nothing = () => undefined;
  const killing = (pids: () => number[]) => () => {
    for (const pid of pids()) signal(pid, 'SIGKILL');
    return nothing;
  };

  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    remarks,
    logs: [log, ...['api.log', 'worker.log', 'temporal.log'].map((name) => join(data, name))],
    targets: {
      all: {
        kill() {
          killAll();
          return nothing;
        },
      },
      npm: {
        kill() {
          isKilled = true;
          left = processesBelow(npm.pid).map(({ pid }) => pid);
          signal(npm.pid, 'SIGKILL');
          return nothing;
        },
      },
      baton: { kill: killing(programs), stop: () => standStill(programs()) },
      temporal: { kill: killing(temporals), stop: () => standStill(temporals()) },
      provider: networkTarget(outside.provider),
      receiver: networkTarget(outside.receiver),
      ...(disk && { disk: disk.target }),
    },
    async ready() {
      // One that ends may say that it is ready until it has.
      while (npm.hasEnded() || left.length > 0) await delay(50);
      await untilReady(`http://127.0.0.1:${port}`);
    },
    async close() {
      isClosing = true;
      killAll();
      await untilGone();
      await disk?.remove();
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
