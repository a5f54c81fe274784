import { Duplex } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { post } from './post.ts';
import type { PoolConfig } from 'pg';

export type PgliteFiles = {
  /** Left out, it is in memory. */
  dataDir?: string;
  /** A dump of another one, with which it begins. */
  dump?: string;
};

/** What the thread is told. */
export type Order = { connection: MessagePort } | 'close';

/**
 * PGlite in a thread of its own, which begins at once, so that this process answers while it works. A thread that ends by an error gives that
 * error to whoever waits for it, and the next statement begins another on the same files.
 */
export function openPglite(files: PgliteFiles): { stream: () => Duplex; close(): Promise<void> } {
  const streams = new Set<PgliteStream>();
  let thread: Worker | undefined = start();

  function start(): Worker {
    // Options of this process, such as those for a script on its command line, may not fit the thread.
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: files,
      execArgv: [],
    });
    let reason = new Error('The embedded database has ended.');
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (thread === started) thread = undefined;
      for (const stream of streams) stream.destroy(reason);
    });
    return started;
  }

  return {
    stream() {
      thread ??= start();
      const { port1, port2 } = new MessageChannel();
      thread.postMessage({ connection: port2 } satisfies Order, [port2]);
      const stream = new PgliteStream(port1);
      streams.add(stream.once('close', () => streams.delete(stream)));
      return stream;
    },
    async close() {
      const closing = thread;
      if (!closing) return;
      const ended = new Promise((resolve) => closing.once('exit', resolve));
      closing.postMessage('close' satisfies Order, []);
      await ended;
    },
  };
}

/** A pool of the one session that PGlite has. */
export function pgliteConnection(stream: () => Duplex): PoolConfig {
  return { stream, max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres' };
}

/** What node-postgres takes for a socket. */
class PgliteStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer)));
  }

  connect(): void {
    queueMicrotask(() => this.emit('connect'));
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {
    this.#port.ref();
  }

  unref(): void {
    this.#port.unref();
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    this.#send([bytes]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }

  #send(messages: Buffer[]): void {
    // PGlite has one session, which outlives its connections.
    const kept = messages.filter(([type]) => type !== terminate);
    if (kept.length > 0) post(this.#port, kept);
  }
}

/** The type of the message with which a client says goodbye. */
const terminate = 'X'.codePointAt(0);
