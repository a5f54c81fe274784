import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Redis } from 'ioredis';
import type { RateLimit } from '../../../contracts/tools/tools.ts';
import type { DescribedTool } from '../../tool-kit/tool.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { QuotaWindow, ToolRequest } from '../../tool-kit/executor.ts';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const daySeconds = 86_400;

/** The calls of the last day that were counted, by their key. */
type CountedCalls = {
  has(call: string): Promise<boolean>;
  add(call: string): Promise<void>;
};

const nameOf = (call: string) => `baton:counted:${createHash('sha256').update(call).digest('hex')}`;

/** @param redis lets all workers know; while it does not respond, each knows its own. */
function createCountedCalls(redis?: Redis): CountedCalls {
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

const windowSeconds = { minute: 60, hour: 3600, day: 86_400 } satisfies Record<
  keyof RateLimit,
  number
>;
const windowNames = Object.keys(windowSeconds) as (keyof RateLimit)[];

type Window = { name: keyof RateLimit; points: number; limiter: RateLimiterAbstract };

export type ToolRateLimiter = {
  /**
   * Counts a call in each window of its tool and user. A call that was counted is not counted again
   * under the same key: waiting for a bar and retries are free.
   * @throws {ToolRefused} retryable, with the time until the window starts anew.
   */
  count(tool: DescribedTool, request: Pick<ToolRequest, 'user' | 'key'>): Promise<void>;
  /** What is left in each window of a tool and user, without counting. */
  quota(tool: DescribedTool, user: string): Promise<QuotaWindow[]>;
};

async function consume(window: Window, user: string): Promise<RateLimiterRes | undefined> {
  try {
    await window.limiter.consume(user);
    return undefined;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  }
}

/** @param redis counts for all workers together; while it does not respond, each counts for itself. */
export function createToolRateLimiter(options: { redis?: Redis } = {}): ToolRateLimiter {
  const { redis } = options;
  const windowsByTool = new Map<string, Window[]>();
  const counted = createCountedCalls(redis);

  function createWindows({ name: tool, rateLimit }: DescribedTool): Window[] {
    return windowNames.flatMap((name) => {
      const points = rateLimit[name];
      if (points === undefined) return [];
      const memory = { points, duration: windowSeconds[name], keyPrefix: `baton:${tool}:${name}` };
      const inMemory = new RateLimiterMemory(memory);
      const limiter = redis
        ? new RateLimiterRedis({
            ...memory,
            storeClient: redis,
            rejectIfRedisNotReady: true,
            insuranceLimiter: inMemory,
          })
        : inMemory;
      return [{ name, points, limiter }];
    });
  }

  function windowsOf(tool: DescribedTool): Window[] {
    // A tool that takes the place of another may have other limits.
    const key = JSON.stringify([tool.name, tool.rateLimit]);
    const windows = windowsByTool.get(key) ?? createWindows(tool);
    windowsByTool.set(key, windows);
    return windows;
  }

  return {
    async count(tool, { user, key }) {
      const call = JSON.stringify([tool.name, user, key]);
      if (await counted.has(call)) return;
      const windows = windowsOf(tool);
      for (const [index, window] of windows.entries()) {
        const full = await consume(window, user);
        if (!full) continue;
        for (const passed of windows.slice(0, index)) await passed.limiter.reward(user);
        const retryAfterMs = full.msBeforeNext;
        throw new ToolRefused(
          'RATE_LIMIT',
          `${tool.name} allows ${window.points} calls per ${window.name}. Retry in ` +
            `${Math.ceil(retryAfterMs / 1000)} s.`,
          { retryable: true, retryAfterMs },
        );
      }
      await counted.add(call);
    },

    quota: (tool, user) =>
      Promise.all(
        windowsOf(tool).map(async ({ name, points, limiter }) => {
          const state = await limiter.get(user);
          const isOpen = state !== null && state.msBeforeNext > 0;
          return {
            window: name,
            limit: points,
            remaining: isOpen ? Math.max(0, points - state.consumedPoints) : points,
            resetAt: isOpen ? new Date(Date.now() + state.msBeforeNext) : null,
          };
        }),
      ),
  };
}
