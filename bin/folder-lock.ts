import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** The file in a folder that says who uses it. Its time of change is renewed as long as they do. */
export const lockFile = 'baton.lock';
const lookAgainMs = 100;
/** A process that died as it removed a file: it takes a millisecond. */
const longestTurnMs = 60_000;

const ownerSchema = z.object({
  id: z.string().min(1),
  pid: z.number(),
  /** When the process began, as the system counts; ids of processes are used again. */
  began: z.string().nullable(),
  host: z.string(),
  /** Of processes with the same, each sees whether the other is alive. */
  machine: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

export type LockOptions = {
  /** How long a process of this machine is waited for, which may be about to end. */
  patienceMs?: number;
  /** How often the owner shows that it is alive. */
  heartbeatMs?: number;
  /** How long nothing must be heard of an owner on another machine or in another container. */
  silenceMs?: number;
  say?: (line: string) => void;
  /** Another process has taken the folder, since it heard nothing of this one. */
  onLost?: () => void;
};

/**
 * Makes this process the only one that uses a folder, as the embedded databases require, also where the folder is shared
 * by containers or machines. What a process that has died left is taken over.
 * @returns a function that gives the folder free.
 * @throws {FolderInUse} when another process uses it.
 */
export async function lockFolder(
  folder: string,
  {
    patienceMs = 2_000,
    heartbeatMs = 2_000,
    silenceMs = 15_000,
    say = () => undefined,
    onLost = () => undefined,
  }: LockOptions = {},
): Promise<() => Promise<void>> {
  const file = join(folder, lockFile);
  const self = await describeSelf();
  // The clock of the machine may be set meanwhile.
  const now = () => performance.now();
  const deadline = now() + patienceMs;
  let last: { id: string; heardMs: number; since: number } | undefined;
  while (!(await create(file, self))) {
    const [owner, heardMs] = await Promise.all([
      ownerOf(file).catch(() => undefined),
      heardOf(file),
    ]);
    if (heardMs === undefined) continue;
    const known = owner ?? unknownOwner;
    if (known.machine === self.machine) {
      if (!(await isAlive(known))) await takeAway(file, known);
      else if (now() >= deadline) throw new FolderInUse(folder, known);
      else await delay(lookAgainMs);
      continue;
    }
    if (last?.id !== known.id) {
      last = { id: known.id, heardMs, since: now() };
      const seconds = Math.ceil(silenceMs / 1000);
      say(
        `${folder} was last used by ${nameOf(known)}. Waiting ${seconds} s to see whether it still is …`,
      );
    }
    if (heardMs !== last.heardMs) throw new FolderInUse(folder, known);
    if (now() - last.since >= silenceMs) await takeAway(file, known);
    else await delay(lookAgainMs);
  }

  let isLost = false;
  const heartbeat = setInterval(() => void beat(), heartbeatMs).unref();
  async function beat(): Promise<void> {
    try {
      const owner = await ownerOf(file);
      if (owner === undefined) await create(file, self);
      else if (owner.id === self.id) await utimes(file, new Date(), new Date());
      else if (!isLost) {
        // On a slow disk, another heartbeat may be reading too.
        isLost = true;
        clearInterval(heartbeat);
        onLost();
      }
    } catch {
      // Nothing is known where the file cannot be read, as while the process has too many files open.
    }
  }
  return async () => {
    clearInterval(heartbeat);
    const owner = await ownerOf(file);
    if (owner?.id === self.id) await rm(file, { force: true });
  };
}

/** Another Baton works in the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(folder: string, owner: Owner) {
    super(
      `Another Baton (${nameOf(owner)}) is using ${folder}. Stop it, or set BATON_DATA to another ` +
        'folder, and PORT and BATON_TEMPORAL_PORT to other ports.',
    );
  }
}

/** Of a file that is being written, or that is damaged. */
const unknownOwner: Owner = { id: '', pid: 0, began: null, host: 'another machine', machine: '' };

const nameOf = ({ pid, host }: Owner): string =>
  host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;

async function describeSelf(): Promise<Owner> {
  const { pid } = process;
  const [began, machine] = await Promise.all([whenBegan(pid), describeMachine()]);
  return { id: randomUUID(), pid, began, host: hostname(), machine };
}

/** Changes with each boot, and for each container, where the system tells. */
async function describeMachine(): Promise<string> {
  const parts = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return [hostname(), ...parts.map((part) => part.trim())].join(' ');
}

/** Ticks from the boot to the start of a process; null where the system does not tell. */
async function whenBegan(pid: number): Promise<string | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name, which is in brackets, may hold spaces. Of what follows it, this is the twentieth.
  return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

async function isAlive({ pid, began }: Owner): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return (await whenBegan(pid)) === began;
}

async function create(file: string, owner: Owner): Promise<boolean> {
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * @returns undefined where there is no file, or none that an owner wrote whole.
 * @throws where it cannot be read.
 */
async function ownerOf(file: string): Promise<Owner | undefined> {
  try {
    return ownerSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code === 'ENOENT') return undefined;
    throw error;
  }
}

/** When its owner last showed that it is alive; undefined where there is no file. */
async function heardOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Removes the file of an owner who is gone, one process at a time: nobody's new file is taken for the old one. */
async function takeAway(file: string, owner: Owner): Promise<void> {
  const turn = `${file}.turn`;
  const isOurTurn = await mkdir(turn).then(
    () => true,
    () => false,
  );
  if (!isOurTurn) {
    const since = await heardOf(turn);
    if (since !== undefined && Date.now() - since > longestTurnMs) await removeTurn();
    return delay(lookAgainMs);
  }
  try {
    const found = await ownerOf(file);
    if ((found ?? unknownOwner).id === owner.id) await rm(file, { force: true });
  } finally {
    await removeTurn();
  }

  function removeTurn(): Promise<void> {
    return rm(turn, { recursive: true, force: true });
  }
}
