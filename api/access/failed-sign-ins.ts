import type { FastifyRequest } from 'fastify';
import type { AccessLog } from '../../db/repositories/access/access-log.ts';
import { digestOf } from '../../db/repositories/access/secrets.ts';
import { Problem } from '../base/problem.ts';

/** Wrong keys that an address may show in a window; each further one waits until the window ends. */
const mostFailures = 20;
const windowMs = 60_000;
/** Addresses that are remembered: beyond them, the oldest is forgotten. */
const mostAddresses = 10_000;

/** What was wrong: a key, the code of a link, what an OpenID provider sent a browser back with, or what a webhook was called with. */
export type SecretKind = 'key' | 'code' | 'oidc' | 'webhook' | 'share';

type Window = { begun: number; failures: number };

/**
 * Slows down who tries keys, and writes it down: once when it begins, and once when the address is slowed down. Keys that
 * were right before are not held up by what others try from the same address, such as that of a proxy.
 */
export function createFailedSignIns(log: Pick<AccessLog, 'add'>) {
  const windows = new Map<string, Window>();
  const right = new Set<string>();

  const windowOf = (address: string): Window | undefined => {
    const window = windows.get(address);
    return window && Date.now() < window.begun + windowMs ? window : undefined;
  };

  return {
    /** @throws {Problem} `too-many-requests` for an address that has shown too many wrong keys. */
    check(address: string, secret: string): void {
      if (right.has(digestOf(secret))) return;
      const window = windowOf(address);
      if (!window || window.failures < mostFailures) return;
      const retryAfterMs = window.begun + windowMs - Date.now();
      throw new Problem(
        'too-many-requests',
        'Too many failed sign-ins from your address. Try again later.',
        undefined,
        { retryAfterMs },
      );
    },

    remember(secret: string): void {
      if (right.size >= mostAddresses) right.clear();
      right.add(digestOf(secret));
    },

    async add(
      { ip: address, log: logger }: FastifyRequest,
      what: SecretKind,
      reason?: string,
    ): Promise<void> {
      const window = windowOf(address) ?? { begun: Date.now(), failures: 0 };
      window.failures += 1;
      windows.delete(address);
      windows.set(address, window);
      const [oldest] = windows.keys();
      if (windows.size > mostAddresses && oldest !== undefined) windows.delete(oldest);
      if (window.failures !== 1 && window.failures !== mostFailures) return;
      logger.warn({ address, failures: window.failures, reason }, `sign-in refused: ${what}`);
      const detail = { what, failures: window.failures, ...(reason !== undefined && { reason }) };
      await log.add({ by: null, action: 'sign-in.refused', detail, address });
    },
  };
}
