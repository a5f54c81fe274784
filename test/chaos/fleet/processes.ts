import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

/** A program that runs, with its own process group. */
export type Running = {
  pid: number;
  /** Settles when it has ended, however. */
  ended: Promise<unknown>;
  hasEnded(): boolean;
};

/** Starts a program that writes into a log. */
export function startProgram(
  command: readonly [string, ...string[]],
  options: { log: string; environment: Record<string, string> },
): Running {
  const [program, ...args] = command;
  const output = openSync(options.log, 'a');
  const child = spawn(program, args, {
    env: options.environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const ended = once(child, 'exit');
  if (child.pid === undefined) throw new Error(`${program} could not be started.`);
  return {
    pid: child.pid,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** The processes below one, with the command line of each, the nearest first. */
export function processesBelow(ancestor: number): { pid: number; command: string }[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 2 ** 20,
  });
  const all = [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(
    ([, pid, parent, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: command!,
    }),
  );
  const below: typeof all = [];
  let parents = [ancestor];
  while (parents.length > 0) {
    const children = all.filter(({ parent }) => parents.includes(parent));
    below.push(...children);
    parents = children.map(({ pid }) => pid);
  }
  return below;
}

/** Sends a signal; to who has ended already, nothing. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops processes, and gives what lets them go on. */
export function standStill(pids: readonly number[]): () => void {
  for (const pid of pids) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT');
  };
}
