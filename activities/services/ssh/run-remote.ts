import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ToolError } from '../../tool-kit/tool.ts';
import type { SshHost } from './ssh-file.ts';

const connectTimeoutMs = 10_000;
/** Characters of each of its outputs. */
const mostCharacters = 50_000;

export type RemoteAnswer = {
  /** Null where a signal ended it. */
  exitCode: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
  isCut: boolean;
};

/** The fingerprint of a host's key, as OpenSSH writes it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Runs a command on a host whose key is one of those that are known.
 * @throws {ToolError} retryable where nothing was run; where the command may have been, not.
 */
export async function runRemote(
  host: SshHost,
  command: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<RemoteAnswer> {
  const privateKey = await readFile(host.keyFile).catch((error: NodeJS.ErrnoException) => {
    throw new ToolError(`The key ${host.keyFile} cannot be read (${error.code}).`, {
      retryable: false,
      fault: 'upstream',
    });
  });
  // Imported when needed, as most have no host.
  const { Client } = await import('ssh2');
  // That took a while, and what is aborted before its listener is there tells nobody.
  signal.throwIfAborted();
  const known = host.hostKeys.map((key) => key.replace(/=+$/, ''));
  const client = new Client();
  const { promise, resolve, reject } = Promise.withResolvers<RemoteAnswer>();
  let foreignKey: string | undefined;
  let isRunning = false;

  const stop = (reason: string) => () =>
    reject(
      new ToolError(
        isRunning
          ? `${host.address} ${reason}; the command may still be running. Check before you run it again.`
          : `${host.address} ${reason}.`,
        { retryable: !isRunning, fault: 'upstream', doubt: isRunning },
      ),
    );
  let late = setTimeout(stop('did not answer in time'), connectTimeoutMs + 1_000);
  const onAbort = stop('was cancelled');
  signal.addEventListener('abort', onAbort, { once: true });

  client.on('error', (error: Error & { level?: string }) =>
    reject(failure(host, error, { foreignKey, isRunning })),
  );
  client.on('close', stop('closed the connection'));
  client.on('ready', () => {
    isRunning = true;
    client.exec(command, (error, channel) => {
      if (error) return reject(failure(host, error, { foreignKey, isRunning: false }));
      clearTimeout(late);
      late = setTimeout(stop('did not end in time'), timeoutMs);
      const stdout = collector();
      const stderr = collector();
      channel.on('data', stdout.add);
      channel.stderr.on('data', stderr.add);
      let exit: Pick<RemoteAnswer, 'exitCode' | 'signal'> = { exitCode: null, signal: null };
      channel.on('exit', (code: number | null, name?: string) => {
        exit = { exitCode: code, signal: name ?? null };
      });
      // It has nothing to read, and one that reads all the same finds the end.
      channel.end();
      channel.on('close', () =>
        resolve({
          ...exit,
          stdout: stdout.text(),
          stderr: stderr.text(),
          isCut: stdout.isCut() || stderr.isCut(),
        }),
      );
    });
  });
  try {
    client.connect({
      host: host.address,
      port: host.port,
      username: host.user,
      privateKey,
      readyTimeout: connectTimeoutMs,
      hostVerifier: (key: Buffer) => {
        const given = fingerprint(key);
        if (known.includes(given)) return true;
        foreignKey = given;
        return false;
      },
    });
    return await promise;
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw failure(host, error as Error, { foreignKey, isRunning });
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', onAbort);
    client.on('error', () => undefined).destroy();
  }
}

function failure(
  { address, user, keyFile }: SshHost,
  error: Error & { level?: string },
  { foreignKey, isRunning }: { foreignKey: string | undefined; isRunning: boolean },
): ToolError {
  if (foreignKey !== undefined) {
    return new ToolError(
      `${address} showed the key ${foreignKey}, which is not in its hostKeys. If the host has a new key, add it to the file of BATON_SSH_FILE.`,
      { retryable: false, fault: 'upstream' },
    );
  }
  if (error.level === 'client-authentication') {
    const message = `${address} refused ${user} with the key ${keyFile}.`;
    return new ToolError(message, { retryable: false, fault: 'upstream' });
  }
  if (/privateKey/i.test(error.message)) {
    const message = `${keyFile} is not a private key without a passphrase.`;
    return new ToolError(message, { retryable: false, fault: 'upstream' });
  }
  const { code = error.level ?? 'SSH' } = error as NodeJS.ErrnoException & { level?: string };
  return new ToolError(
    isRunning
      ? `The connection to ${address} was lost (${code}); the command may have run. Check before you run it again.`
      : `${address} cannot be reached (${code}).`,
    {
      retryable: !isRunning,
      fault: 'upstream',
      away: !isRunning && notThere.test(code) ? { what: address } : undefined,
      doubt: isRunning,
      cause: error,
    },
  );
}

/** What the system and the client say of a host that is down, or a network that is. */
const notThere = /^(ECONN\w+|EHOST\w+|ENET\w+|ETIMEDOUT|EAI_AGAIN|client-timeout|client-socket)$/;

/** Keeps the beginning of an output. */
function collector() {
  const parts: Buffer[] = [];
  let bytes = 0;
  return {
    add(part: Buffer) {
      if (bytes <= mostCharacters) parts.push(part);
      bytes += part.length;
    },
    text: () => Buffer.concat(parts).toString('utf8').slice(0, mostCharacters),
    isCut: () => bytes > mostCharacters,
  };
}
