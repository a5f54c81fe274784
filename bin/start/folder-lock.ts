import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Makes this process the only one that uses a folder: the embedded databases allow one at a time. The
 * lock is a listening socket, which ends with its process however that ends. A process that is being
 * killed is waited for.
 * @returns a function that gives the folder free.
 * @throws {FolderInUse} when another process keeps it for `patienceMs`.
 */
export async function lockFolder(folder: string, patienceMs = 2_000): Promise<() => Promise<void>> {
  const socket = await socketOf(folder);
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const server = await listen(socket);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    const owner = await askOwner(socket);
    if (owner === undefined) await rm(socket, { force: true });
    else if (Date.now() >= deadline) throw new FolderInUse(folder, owner);
    else await delay(100);
  }
}

/** Another Baton works in the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(folder: string, owner: string) {
    super(
      `Another Baton (process ${owner}) is using ${folder}. Stop it, or set BATON_DATA to another ` +
        'folder, and PORT and BATON_TEMPORAL_PORT to other ports.',
    );
  }
}

/** A socket's path may have some 100 characters only, so that it cannot be in the folder itself. */
async function socketOf(folder: string): Promise<string> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16);
  return join(tmpdir(), `baton-${name}.sock`);
}

function listen(socket: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((client) => {
      client.on('error', () => client.destroy());
      client.end(String(process.pid));
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(socket, () => resolve(server.unref()));
  });
}

/** The process that listens; undefined when nobody does. */
function askOwner(socket: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const client = connect(socket);
    client.setEncoding('utf8');
    client.on('data', (text: string) => (answer += text));
    client.once('end', () => resolve(answer));
    client.once('error', () => resolve(undefined));
  });
}
