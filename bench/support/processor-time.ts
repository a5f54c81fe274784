import { readdir, readFile, readlink } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** The process that listens on a port of this machine, on Linux. */
export async function processListeningOn(port: number): Promise<number> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const sockets = new Set(
    tables
      .flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  );
  for (const pid of await processes()) {
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const fd of open) {
      const target = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (sockets.has(target)) return pid;
    }
  }
  throw new Error(`No process of this user listens on port ${port}`);
}

/** Milliseconds of a core's time that a process has taken until now, with its children, those that ended among them. */
export async function processorTimeOf(pid: number): Promise<number> {
  const all = await Promise.all((await processes()).map(timesOf));
  const family = all.filter((one) => one && (one.pid === pid || one.parent === pid));
  const ticks = family.reduce(
    (sum, one) => sum + one!.own + (one!.pid === pid ? one!.ended : 0),
    0,
  );
  return (ticks / ticksPerSecond) * 1000;
}

async function processes(): Promise<number[]> {
  return (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
}

/** See proc_pid_stat(5): fields 4 (parent), 14 and 15 (own), 16 and 17 (children that ended). */
async function timesOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (!stat) return undefined;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, own = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index],
  );
  return { pid, parent, own: own + system, ended: ended + endedSystem };
}
