import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const loopback = '127.0.0.1';

/** A port that another program listens on; the message says what to do. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

export type WantedPort = {
  port: number;
  /** What it is for, in words. */
  use: string;
  /** The setting that moves it. */
  variable: string;
};

/**
 * Makes sure that ports of 127.0.0.1 are free.
 * @throws {PortTaken} naming the variable that moves it, at the first that is not.
 */
export async function requireFreePorts(ports: readonly WantedPort[]): Promise<void> {
  for (const { port, use, variable } of ports) {
    if (await isFree(port)) continue;
    throw new PortTaken(
      `Port ${port}, needed for ${use}, is in use by another program. ` +
        `Stop that program, or set ${variable} to a free port.`,
    );
  }
}

/** Whether nobody listens on a port, and this process may. */
async function isFree(port: number, host = loopback): Promise<boolean> {
  try {
    await listenOnce(port, host);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
}

/**
 * A port that nobody listens on. Systems give the ports from 32768 on to whoever connects or asks for any: one of those
 * may be gone before it is used.
 */
export async function findFreePort(host = loopback): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port, host)) return port;
  }
  return listenOnce(0, host);
}

/**
 * A place of this machine that nobody guesses, nor finds from a page in a browser by trying ports: one of the 16 million
 * loopback addresses, where the system has more than 127.0.0.1.
 */
export async function findHiddenPlace(): Promise<{ host: string; port: number }> {
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  try {
    return { host, port: await findFreePort(host) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw error;
    return { host: loopback, port: await findFreePort() };
  }
}

function listenOnce(port: number, host = loopback): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? port) : port));
    });
  });
}
