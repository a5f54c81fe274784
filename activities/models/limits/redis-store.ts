import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { LimitState } from './limit-state.ts';
import type { LimitStore } from './limit-store.ts';
import { createMemoryStore } from './memory-store.ts';

const prefix = 'baton:limits:';
/** Longer than any way up after a cut takes. */
const keepMs = 4 * 3_600_000;
const mostTries = 100;
/** After a failure Redis is not asked for so long: a server that hangs would hold each call up. */
const restMs = 5_000;

/** One clock for all processes: that of the server. */
const readScript = `
local state = redis.call('HMGET', KEYS[1], 'version', 'state')
local time = redis.call('TIME')
return {state[1], state[2], time[1] * 1000 + math.floor(time[2] / 1000)}`;

/** Writes unless somebody else has written since the state was read. */
const writeScript = `
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1, 'state', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * The limits of all processes that share a Redis or Valkey. While it does not respond, each process counts for itself,
 * and asks it again every five seconds.
 * @param options.leaseMs how long the slots of a process that has died stay taken, 15 000 by default.
 */
export function createRedisStore(redis: Redis, options: { leaseMs?: number } = {}): LimitStore {
  const insurance = createMemoryStore();
  const { leaseMs = 15_000 } = options;
  /** Before that, Redis is not asked; undefined while it answers. */
  let restsUntil: number | undefined;

  const updateShared: LimitStore['update'] = async (model, create, change) => {
    const key = `${prefix}${model}`;
    for (let tries = 1; ; tries += 1) {
      const read = await redis.eval(readScript, 1, key);
      const [version, text, now] = read as [string | null, string | null, number];
      const state = text === null ? create(now) : (JSON.parse(text) as LimitState);
      const result = change(state, now);
      const changed = JSON.stringify(state);
      if (changed === text) return result;
      const written = await redis.eval(writeScript, 1, key, version ?? '0', changed, keepMs);
      if (written === 1) return result;
      if (tries === mostTries)
        throw new Error(
          `The limits of ${model} could not be updated because of too many concurrent changes.`,
        );
      await delay(Math.random() * Math.min(tries, 10));
    }
  };

  return {
    leaseMs,
    isShared: true,
    async update(...parameters) {
      if (restsUntil !== undefined) {
        if (Date.now() < restsUntil) return insurance.update(...parameters);
        // One call finds out whether it is back; the others go on as before.
        restsUntil = Date.now() + restMs;
      }
      try {
        const result = await updateShared(...parameters);
        restsUntil = undefined;
        return result;
      } catch {
        restsUntil = Date.now() + restMs;
        return insurance.update(...parameters);
      }
    },
  };
}
