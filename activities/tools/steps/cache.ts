import { LRUCache } from 'lru-cache';
import { canonicalJson } from '../../../contracts/json.ts';
import type { Json } from '../../../contracts/json.ts';
import type { ToolCategory } from '../../../contracts/tools.ts';
import type { DescribedTool } from '../tool.ts';

/** How long an answer may be given again; 0 is never. */
const lifetimeMs = {
  market: 5_000,
  portfolio: 10_000,
  ml: 60_000,
  news: 300_000,
  web: 3_600_000,
  education: 30_000,
  system: 30_000,
  calculate: 0,
  trading: 0,
  alerts: 0,
} satisfies Record<ToolCategory, number>;

export type ToolCache = {
  read(tool: DescribedTool, user: string, args: unknown): Json | undefined;
  write(tool: DescribedTool, user: string, args: unknown, output: Json): void;
  /** Forgets everything: something has changed in the world. */
  clear(): void;
};

const keyOf = (tool: DescribedTool, user: string, args: unknown) =>
  canonicalJson([tool.id, user, args]);

const isCached = (tool: DescribedTool) => lifetimeMs[tool.category] > 0 && !tool.sideEffect;

/** Answers of tools in this process, for as long as their category allows. */
export function createToolCache(): ToolCache {
  const entries = new LRUCache<string, { output: Json }>({
    max: 1000,
    // Looked up at each call, so that a fake clock counts.
    perf: { now: () => performance.now() },
  });
  return {
    read: (tool, user, args) =>
      isCached(tool) ? entries.get(keyOf(tool, user, args))?.output : undefined,
    write(tool, user, args, output) {
      if (!isCached(tool)) return;
      entries.set(keyOf(tool, user, args), { output }, { ttl: lifetimeMs[tool.category] });
    },
    clear: () => entries.clear(),
  };
}
