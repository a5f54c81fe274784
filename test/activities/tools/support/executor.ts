import { z } from 'zod';
import type { ToolAudit } from '../../../../activities/tools/audit.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import type { ToolRequest } from '../../../../activities/tool-kit/executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import { defineTool } from '../../../../activities/tool-kit/define-tool.ts';
import type { Tool } from '../../../../activities/tool-kit/tool.ts';
import type { UserTermsOf } from '../../../../activities/tools/user-terms.ts';
import type { ToolTerms } from '../../../../contracts/tools/tools.ts';
import type { ToolCallRow } from '../../../../db/repositories/catalog/tool-calls.ts';
import { createRedactor } from '../../../../telemetry/redactor.ts';

const schema = z.strictObject({
  symbol: z.string().describe('The instrument'),
  limit: z.number().int().max(500).default(100),
});
type Own = Partial<Omit<Parameters<typeof defineTool<typeof schema, object>>[0], 'schema'>>;

/** A tool that gives a price, where nothing else is said. */
export function someTool(definition: Own = {}): Tool<object> {
  return defineTool({
    name: 'get_price',
    description: 'A tool of the tests',
    category: 'market',
    plan: 'free',
    rateLimit: { minute: 100 },
    schema,
    handle: async () => ({ price: 1 }),
    ...definition,
  });
}

/** One with a side effect, under a name that no rule of arguments is for. */
export const order = (definition: Own = {}) =>
  someTool({
    name: 'place_order',
    category: 'trading',
    switch: 'aiTrading',
    sideEffect: true,
    ...definition,
  });

/** What an audit log was told, the last of each attempt. */
export function keptAudit(): ToolAudit & { rows(): ToolCallRow[]; begun: ToolCallRow[] } {
  const kept = new Map<string, ToolCallRow>();
  const begun: ToolCallRow[] = [];
  const put = (row: ToolCallRow) => void kept.set(row.id, row);
  return {
    begun,
    rows: () => [...kept.values()],
    async begin(row) {
      begun.push(row);
      put(row);
    },
    async end(row) {
      put(row);
    },
    note: put,
    flush: async () => undefined,
    stop: async () => undefined,
  };
}

/** An executor of some tools, with what its audit log was told. */
export function someExecutor(
  tools: Tool<object>[],
  given: {
    terms?: ToolTerms;
    aiTrading?: boolean;
    userTerms?: UserTermsOf;
    audit?: ToolAudit;
  } = {},
) {
  const { terms = { plan: 'premium' }, aiTrading = true, userTerms, audit = keptAudit() } = given;
  const executor = createToolExecutor<object>({
    tools,
    services: {},
    terms,
    switches: { aiTrading },
    ...(userTerms && { userTerms }),
    rateLimiter: createToolRateLimiter(),
    audit,
    redactor: createRedactor({ SOME_API_KEY: 'sk-very-secret-1234' }),
    log: () => undefined,
  });
  return executor;
}

/** An executor that has no tools yet. */
export function emptyExecutor() {
  return createToolExecutor<unknown>({
    tools: [],
    services: {},
    terms: { plan: 'free' },
    switches: {},
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
}

let keys = 0;

export function someRequest(change: Partial<ToolRequest> = {}): ToolRequest {
  keys += 1;
  return {
    tool: 'get_price',
    args: { symbol: 'SPX' },
    key: `key-${keys}`,
    runId: 'run',
    user: 'local',
    signal: new AbortController().signal,
    ...change,
  };
}
