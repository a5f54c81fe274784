import type { Fault } from '../plan.ts';
import type { TcpProxy } from '../../support/tcp-proxy.ts';

/** Ends a fault. */
export type End = () => Promise<void> | void;

/** What can happen to a target, by the way of a fault; each gives what ends it. */
export type Target = Partial<Record<Fault['way'], () => Promise<End> | End>>;

/** A Baton with everything that it needs, any part of which can be hit. */
export type Fleet = {
  /** Of the API. */
  url: string;
  apiKey: string;
  targets: Record<string, Target>;
  /** Resolves once it says that it is ready; after five minutes without, it rejects. */
  ready(): Promise<void>;
  /** What went otherwise than the faults explain, such as a process that ended by itself. */
  remarks: string[];
  /** Its logs, for who looks for the cause of a figure. */
  logs: string[];
};

/** What the outside of a Baton is reached by, through proxies that can be hit. */
export type Outside = { provider: TcpProxy; receiver: TcpProxy };

const cutAfterBytes = 300;
const slowMs = 400;

/** A server behind a proxy. */
export function networkTarget(proxy: TcpProxy): Target {
  const pass = () => proxy.pass();
  return {
    refuse: async () => {
      await proxy.refuse();
      return pass;
    },
    hang: () => {
      proxy.hang();
      return pass;
    },
    cut: () => {
      proxy.cut(cutAfterBytes);
      return pass;
    },
    slow: () => {
      proxy.slow(slowMs);
      return pass;
    },
    drop: () => {
      proxy.drop();
      return () => undefined;
    },
  };
}

/** The settings of every Baton: a model and a receiver of webhooks outside, and a market that stands still for nobody. */
export function settingsFor({ provider, receiver }: Outside): Record<string, string> {
  const receiverHost = `127.0.0.1:${receiver.port}`;
  return {
    OPENAI_API_KEY: 'a-key-of-the-mock',
    OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1`,
    BATON_MODELS: 'openai:gpt-5.2',
    BATON_MODEL_LIMITS: 'openai:*=rpm:100000,tpm:100000000,concurrency:50',
    BATON_MARKET_SOURCES: 'sample',
    BATON_MARKET_BARS_PER_MINUTE: '30',
    BATON_MARKET_HOLD: '0s',
    BATON_NETWORK_HOSTS: receiverHost,
    BATON_WEBHOOK_HOSTS: receiverHost,
    BATON_WEBHOOK_URL: `http://${receiverHost}/webhook`,
    BATON_WEBHOOK_SECRET: 'a-secret-of-the-mock-receiver',
  };
}

/** Of this machine's variables, those that a program needs to run at all: no keys, addresses or folders of others. */
export function plainVariables(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'BATON_CACHE', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
