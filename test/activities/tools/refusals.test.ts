import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ToolError } from '../../../activities/tool-kit/tool.ts';
import type { Tool } from '../../../activities/tool-kit/tool.ts';
import type { ToolRequest } from '../../../activities/tool-kit/executor.ts';
import type { ToolOutcome, ToolRefusalCode } from '../../../contracts/tools/tools.ts';
import { toolRefusals } from '../../../contracts/tools/tools.ts';
import { keptAudit, order, someExecutor, someRequest, someTool } from './support/executor.ts';

type Given = Parameters<typeof someExecutor>[1];
type Case = {
  title: string;
  code: ToolRefusalCode;
  /** @default 'refused' */
  outcome?: ToolOutcome;
  /** What the message says to do. */
  says: RegExp;
  tools: Tool<object>[];
  given?: Given;
  request?: Partial<ToolRequest>;
  /** Calls before it that pass. */
  before?: number;
};

const ofOrder = { tool: 'place_order' };
const nobody = {
  plan: 'premium' as const,
  switches: { aiTrading: true },
  allowedTools: null,
  deniedTools: [],
};

const cases: Case[] = [
  {
    title: 'a tool that there is not',
    code: 'TOOL_NOT_FOUND',
    says: /Did you mean get_price\?/,
    tools: [someTool()],
    request: { tool: 'get_prise' },
  },
  {
    title: 'a version that there is not',
    code: 'TOOL_NOT_FOUND',
    says: /get_price@1/,
    tools: [someTool()],
    request: { tool: 'get_price@7' },
  },
  {
    title: 'a plan that is too low',
    code: 'PLAN_REQUIRED',
    says: /needs the plan "pro"; user local has "free".*baton user local --plan pro.*PATCH \/api\/v1\/users\/local.*BATON_PLAN=pro/,
    tools: [someTool({ plan: 'pro' })],
    given: { terms: { plan: 'free' } },
  },
  {
    title: 'a tool that the user is denied',
    code: 'PERMISSION_DENIED',
    says: /is denied for user local.*deniedTools.*PATCH \/api\/v1\/users\/local/,
    tools: [someTool()],
    given: { userTerms: async () => ({ ...nobody, deniedTools: ['get_price'] }) },
  },
  {
    title: 'a tool that is not among those of the user',
    code: 'PERMISSION_DENIED',
    says: /add it to allowedTools/,
    tools: [someTool()],
    given: { userTerms: async () => ({ ...nobody, allowedTools: ['get_ohlcv'] }) },
  },
  {
    title: 'an order while trading is off for the user',
    code: 'PERMISSION_DENIED',
    says: /trading by Baton is off for user local.*--ai-trading on.*BATON_AI_TRADING=true/,
    tools: [order()],
    given: { aiTrading: false },
    request: ofOrder,
  },
  {
    title: 'a tool that the agent does not declare',
    code: 'PERMISSION_DENIED',
    says: /it can use search_news/,
    tools: [someTool()],
    request: { allowedTools: ['search_news'], agent: 'research' },
  },
  {
    title: 'a tool that agents may not use here',
    code: 'PERMISSION_DENIED',
    says: /BATON_ALLOWED_TOOLS/,
    tools: [someTool()],
    given: { terms: { plan: 'premium', allowedTools: ['search_news'] } },
    request: { allowedTools: ['get_price'], agent: 'research' },
  },
  {
    title: 'a tool that lacks its key',
    code: 'EXECUTION_ERROR',
    outcome: 'failed',
    says: /^get_price is not set up: set PRICES_KEY\.$/,
    tools: [someTool({ missing: () => 'set PRICES_KEY' })],
  },
  {
    title: 'what a policy keeps the tool from, such as a gate before orders',
    code: 'EXECUTION_ERROR',
    says: /the kill switch is on/,
    tools: [
      someTool({
        handle: () =>
          Promise.reject(
            new ToolError('the kill switch is on', { retryable: false, fault: 'denied' }),
          ),
      }),
    ],
  },
  {
    title: 'one call more than the limit allows',
    code: 'RATE_LIMIT',
    says: /2 calls per minute. Retry in \d+ s/,
    tools: [someTool({ rateLimit: { minute: 2 } })],
    before: 2,
  },
  {
    title: 'arguments that do not fit the schema',
    code: 'VALIDATION_ERROR',
    says: /not valid\. symbol is missing, give symbol: text \(described as: The instrument\)/,
    tools: [someTool()],
    request: { args: { limit: 3 } },
  },
  {
    title: 'arguments that the validator of the tool finds wrong',
    code: 'VALIDATION_ERROR',
    says: /symbol: SPX is closed today, take another/,
    tools: [
      someTool({
        validate: ({ symbol }) => [
          { path: 'symbol', message: `${symbol} is closed today`, fix: 'take another' },
        ],
      }),
    ],
  },
  {
    title: 'arguments that do not fit together, which pipelines are held to as well',
    code: 'VALIDATION_ERROR',
    says: /limitPrice: a limit order needs limitPrice, give limitPrice/,
    tools: [{ ...someTool({ name: 'create_paper_order' }), schema: z.looseObject({}) }],
    request: { tool: 'create_paper_order', args: { side: 'buy', type: 'limit' } },
  },
  {
    title: 'a handler that fails',
    code: 'EXECUTION_ERROR',
    outcome: 'failed',
    says: /kraken does not respond/,
    tools: [
      someTool({
        handle: () => Promise.reject(new ToolError('kraken does not respond', { retryable: true })),
      }),
    ],
  },
  {
    title: 'a post-processor that fails',
    code: 'EXECUTION_ERROR',
    outcome: 'failed',
    says: /could not be processed\. See the worker's log \(worker\.log in BATON_DATA.*\)\.$/,
    tools: [
      someTool({
        postProcess: () => {
          throw new Error('secret');
        },
      }),
    ],
  },
];

describe('a refusal', () => {
  test.each(cases)(
    '$code of $title has its message, its time and its row in the audit log',
    async ({ code, outcome = 'refused', says, tools, given, request, before = 0 }) => {
      const audit = keptAudit();
      const executor = someExecutor(tools, { ...given, audit });
      for (let calls = 0; calls < before; calls += 1) await executor.run(someRequest());
      const refusal = await executor.run(someRequest(request)).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        name: 'ToolRefused',
        code,
        message: expect.stringMatching(says),
        metadata: { executionMs: expect.any(Number), cached: false },
      });
      const { message } = refusal as Error;
      expect(audit.rows()).toHaveLength(before + 1);
      expect(audit.rows().at(-1)).toMatchObject({
        outcome,
        code,
        message,
        user: 'local',
        runId: 'run',
        agent: request?.agent ?? null,
        executionMs: expect.any(Number),
        cached: false,
      });
      expect(audit.begun).toEqual([]);
    },
  );

  test('of every code is among them', () => {
    expect(new Set(cases.map(({ code }) => code))).toEqual(new Set(toolRefusals));
  });
});

describe('the order of the checks', () => {
  const wrong = { ...ofOrder, args: {} };
  const closed = order({ plan: 'premium', rateLimit: { minute: 1 } });

  test.each<[ToolRefusalCode, Partial<ToolRequest>, Given]>([
    [
      'TOOL_NOT_FOUND',
      { ...wrong, tool: 'nothing' },
      { terms: { plan: 'free' }, aiTrading: false },
    ],
    ['PLAN_REQUIRED', wrong, { terms: { plan: 'free' }, aiTrading: false }],
    ['PERMISSION_DENIED', wrong, { aiTrading: false }],
    ['VALIDATION_ERROR', wrong, {}],
  ])('finds %s first', async (code, request, given) => {
    const executor = someExecutor([closed], given);
    await expect(executor.run(someRequest(request))).rejects.toMatchObject({ code });
  });

  test('tells the first of 60,000 unknown arguments in a few thousand characters', async () => {
    const names = Array.from({ length: 60_000 }, (_, index) => `symbol${index}${'x'.repeat(100)}`);
    const args = Object.fromEntries(names.map((name) => [name, 1]));
    const executor = someExecutor([someTool()]);
    const refused = await executor.run(someRequest({ args })).catch((error) => error);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(refused.message.length).toBeLessThan(5_000);
    expect(refused.places.at(-1).message).toBe('there are 59981 more problems');
    expect(JSON.stringify(refused.places).length).toBeLessThan(30_000);
  });

  test('counts a call before it looks at the arguments', async () => {
    const executor = someExecutor([closed]);
    await executor.run(someRequest(wrong)).catch(() => undefined);
    await expect(executor.run(someRequest(wrong))).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  });
});
