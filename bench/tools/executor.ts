import { z } from 'zod';
import { createToolAudit } from '../../activities/tools/audit.ts';
import { createToolExecutor } from '../../activities/tools/create-executor.ts';
import type { ToolRequest } from '../../activities/tool-kit/executor.ts';
import { createToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';
import { defineTool } from '../../activities/tool-kit/define-tool.ts';
import { createUserTerms } from '../../activities/tools/user-terms.ts';
import type { Json } from '../../contracts/base/json.ts';
import { openDatabase } from '../../db/open.ts';
import { toolCallRepository } from '../../db/repositories/catalog/tool-calls.ts';
import { userRepository } from '../../db/repositories/catalog/users.ts';
import type { Bench, Result } from '../measurement.ts';
import { quantile } from '../support/statistics.ts';
import { sealer } from '../support/keyring.ts';

const warmUp = 2_000;
const calls = 20_000;
const targetMs = 1;

/** An answer as long as that of `get_ohlcv` with its usual limit. */
const bars: Json = Array.from({ length: 100 }, (_, index) => ({
  time: new Date(index * 60_000).toISOString(),
  open: 100 + index,
  high: 101 + index,
  low: 99 + index,
  close: 100.5 + index,
  volume: 1_000 * index,
}));

const tool = defineTool({
  name: 'get_bars',
  description: 'Bars that are always the same',
  category: 'web',
  plan: 'free',
  rateLimit: {},
  schema: z.strictObject({ symbol: z.string(), limit: z.number().int().default(100) }),
  handle: async () => bars,
});

/**
 * Answers from the cache, with every check before it and the audit log after it, on a database as a worker has it.
 */
export async function cacheHits({ cleanup }: Pick<Bench, 'cleanup'>): Promise<Result[]> {
  const database = await openDatabase({ sealer });
  cleanup.add(database.close);
  const { db } = database;
  const audit = createToolAudit({
    calls: toolCallRepository(db),
    onError: (error) => {
      throw error;
    },
  });
  cleanup.add(audit.stop);
  const executor = createToolExecutor<object>({
    tools: [tool],
    services: {},
    terms: { plan: 'premium' },
    switches: {},
    userTerms: createUserTerms({
      users: userRepository(db),
      defaults: { plan: 'premium', switches: {} },
    }),
    rateLimiter: createToolRateLimiter(),
    audit,
    log: () => undefined,
  });
  const request = (number: number): ToolRequest => ({
    tool: tool.name,
    args: { symbol: 'SPX' },
    key: `bench#${number}`,
    runId: 'bench',
    user: 'local',
    signal: new AbortController().signal,
  });
  const milliseconds: number[] = [];
  for (let number = 0; number < warmUp + calls; number += 1) {
    const begin = performance.now();
    await executor.run(request(number));
    if (number >= warmUp) milliseconds.push(performance.now() - begin);
    // As between the calls of a worker, what waits gets its turn, and the log is written: no worker is called as fast as this.
    if (number % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (number % 5_000 === 0) await audit.flush();
  }
  const at = (part: number) => quantile(milliseconds, part);
  return [
    {
      name: `cache hit through the executor, p99 of ${calls}`,
      figure: at(0.99),
      unit: 'ms',
      target: targetMs,
      spread: [],
      details: [`p50 ${at(0.5).toFixed(3)} ms, p99.9 ${at(0.999).toFixed(3)} ms`],
      samples: { milliseconds },
    },
  ];
}
