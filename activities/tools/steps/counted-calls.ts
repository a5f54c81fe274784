import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Redis } from 'ioredis';

const daySeconds = 86_400;

/** The calls of the last day that were counted, by their key. */
export type CountedCalls = {
  has(call: string): Promise<boolean>;
  add(call: string): Promise<void>;
};

const nameOf = (call: string) => `baton:counted:${createHash('sha256').update(call).digest('hex')}`;

/** @param redis lets all workers know; while it does not respond, each knows its own. */
export function createCountedCalls(redis?: Redis): CountedCalls {
  const own = new LRUCache<string, true>({ max: 50_000, ttl: daySeconds * 1000 });
  return {
    async has(call) {
      if (own.has(call)) return true;
      const found = await redis?.exists(nameOf(call)).catch(() => 0);
      return found === 1;
    },
    async add(call) {
      own.set(call, true);
      await redis?.set(nameOf(call), 1, 'EX', daySeconds).catch(() => undefined);
    },
  };
}
