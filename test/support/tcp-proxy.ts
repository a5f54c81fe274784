import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** How a proxy treats the connections through it. */
type Way =
  | { kind: 'pass' }
  | { kind: 'hang' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'cut'; afterBytes: number };

/** A server that can be taken away: a proxy on a loopback port in front of it. */
export type TcpProxy = {
  port: number;
  /** The URL with the proxy in the place of its host and port. */
  through(url: string): string;
  /** Everything goes through, as at the start. */
  pass(): Promise<void>;
  /** As if the server had died: open connections are reset, and new ones are refused. */
  refuse(): Promise<void>;
  /** As if the network had been cut: connections stay open, and nothing arrives in either direction. */
  hang(): void;
  /** Resets the connections that are open now; new ones go through. */
  drop(): void;
  /** Answers of each connection are cut, with the connection, after so many bytes. */
  cut(afterBytes: number): void;
  /** Each part of a request or an answer takes so much longer. */
  slow(delayMs: number): void;
  /** Connections that are open. */
  open(): number;
  /** Connections that have been made since the start; those that were refused are not among them. */
  made(): number;
  close(): Promise<void>;
};

/** @param target the port of a server on this machine, or a URL of any server. */
export async function startTcpProxy(target: number | string): Promise<TcpProxy> {
  const { hostname: host, port: targetPort } =
    typeof target === 'number' ? { hostname: '127.0.0.1', port: target } : new URL(target);
  const pairs = new Set<{ reset(): void; resume(): void }>();
  let way: Way = { kind: 'pass' };
  let made = 0;

  const server = createServer((client) => {
    made += 1;
    const upstream = connect({ host, port: Number(targetPort) });
    const pair = {
      reset() {
        client.resetAndDestroy();
        upstream.resetAndDestroy();
      },
      resume() {
        client.resume();
        upstream.resume();
      },
    };
    pairs.add(pair);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.setNoDelay();
      one.on('error', () => undefined);
      one.on('end', () => other.end());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    forward(client, upstream, pair.reset, { isAnswer: false });
    forward(upstream, client, pair.reset, { isAnswer: true });
  });

  function forward(
    from: Socket,
    to: Socket,
    reset: () => void,
    { isAnswer }: { isAnswer: boolean },
  ): void {
    let bytes = 0;
    const held: Buffer[] = [];
    from.on('data', (chunk: Buffer) => {
      held.push(chunk);
      pass();
    });
    from.on('resume', pass);
    to.on('drain', () => from.resume());

    function pass(): void {
      if (way.kind === 'hang') return void from.pause();
      if (way.kind !== 'slow') return send();
      from.pause();
      setTimeout(() => {
        send();
        from.resume();
      }, way.delayMs);
    }

    function send(): void {
      for (const chunk of held.splice(0)) {
        const left = isAnswer && way.kind === 'cut' ? way.afterBytes - bytes : Infinity;
        bytes += chunk.length;
        if (chunk.length > left) {
          to.write(chunk.subarray(0, Math.max(0, left)), reset);
          return;
        }
        if (!to.write(chunk)) from.pause();
      }
    }
  }

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  const resetAll = () => {
    for (const { reset } of pairs) reset();
  };

  async function refuse(): Promise<void> {
    if (!server.listening) return resetAll();
    const closed = once(server, 'close');
    server.close();
    resetAll();
    await closed;
  }

  const port = await listen(0);
  return {
    port,
    through(url) {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(port);
      return proxied.href;
    },
    async pass() {
      way = { kind: 'pass' };
      if (!server.listening) await listen(port);
      for (const { resume } of pairs) resume();
    },
    refuse,
    hang: () => void (way = { kind: 'hang' }),
    drop: resetAll,
    cut: (afterBytes) => void (way = { kind: 'cut', afterBytes }),
    slow: (delayMs) => void (way = { kind: 'slow', delayMs }),
    open: () => pairs.size,
    made: () => made,
    close: refuse,
  };
}
