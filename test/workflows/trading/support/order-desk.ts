import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createNews } from '../../../../activities/trading/news/create-news.ts';
import { createSentiment } from '../../../../activities/trading/sentiment/create-sentiment.ts';
import { createToolAudit } from '../../../../activities/tools/audit.ts';
import type { ToolAudit } from '../../../../activities/tools/audit.ts';
import { catalog } from '../../../../activities/catalog/index.ts';
import { createToolExecutor } from '../../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../../activities/tools/steps/rate-limit.ts';
import { defineTool } from '../../../../activities/tool-kit/define-tool.ts';
import type { Tool } from '../../../../activities/tool-kit/tool.ts';
import type { GateChanges } from '../../../../contracts/trading/gates.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { paperAccountId } from '../../../../contracts/trading/orders.ts';
import type { SideEffectPolicy } from '../../../../contracts/tools/side-effects.ts';
import type { Plan } from '../../../../contracts/tools/tools.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { alertRepository } from '../../../../db/trading/alerts.ts';
import { toolCallRepository } from '../../../../db/repositories/catalog/tool-calls.ts';
import { changeGates, turnKillSwitch } from '../../../../db/trading/terms.ts';
import { watchlistRepository } from '../../../../db/trading/watchlist.ts';
import type { ApprovalDecision } from '../../../../workflows/messages.ts';
import { resolveApproval } from '../../../../workflows/messages.ts';
import { scriptedAccount } from '../../../activities/trading/exchange/scripted-account.ts';
import { outsideServices } from '../../../activities/tools/outside.ts';
import type { Asked } from '../../../end-to-end/support/model-server.ts';
import { agentNamed, scriptedAgents } from '../../support/scripted-agents.ts';
import type { AgentScript } from '../../support/scripted-agents.ts';
import { tradingTools } from '../../../../activities/trading/tools/index.ts';
import type { Services } from '../../../activities/tools/outside.ts';

/** An order that waits for its price: it is accepted at once. */
export const order = {
  symbol: 'ABC',
  side: 'buy',
  quantity: 2,
  type: 'limit',
  limitPrice: 97,
  referencePrice: 100,
};

/** A page that others wrote. */
const readPage = (text: string) =>
  defineTool({
    name: 'read_page',
    description: 'Reads a page',
    category: 'education',
    plan: 'free',
    rateLimit: {},
    untrusted: true,
    schema: z.strictObject({ url: z.string() }),
    handle: async () => ({ text }),
  }) as Tool<Services>;

/**
 * Agents that may place orders on a paper account of 10,000, with real tools, records and workflows, and a model that
 * does as its script says. The first one is asked.
 */
export async function orderDesk(given: {
  scripts: Record<string, AgentScript>;
  /** Of the first agent. */
  agent?: object;
  others?: ReturnType<typeof agentNamed>[];
  /** What `read_page` gives. */
  page?: string;
  plan?: Plan;
  aiTrading?: boolean;
  sideEffects?: SideEffectPolicy;
  killSwitch?: boolean;
  gates?: GateChanges;
  /** What ABC is at by and by, each the close of a bar; `account.pass()` goes on to the next. @default 100, 100 */
  prices?: number[];
  /** Opens the records in place of a database of the test. */
  open?: () => Promise<OpenDatabase>;
}) {
  const { scripts, page = 'Nothing new.', plan = 'pro', aiTrading = true } = given;
  const { sideEffects, killSwitch: on = false, gates = {}, prices = [100, 100] } = given;
  let paper: ReturnType<typeof scriptedAccount> | undefined;
  let audit: ToolAudit | undefined;
  const agents = await scriptedAgents({
    agents: [
      agentNamed('boss', {
        tools: ['create_paper_order', 'read_page', 'http_get'],
        ...given.agent,
      }),
      ...(given.others ?? []),
    ],
    scripts,
    ...(given.open && { open: given.open }),
    async executor(db) {
      paper = scriptedAccount(
        db,
        prices.map((price) => [price, price, price, price]),
        { settings: { accountId: paperAccountId } },
      );
      const who = { accountId: paper.accountId, by: 'ann' };
      await turnKillSwitch(db, who, { on, cancelOrders: true });
      await changeGates(db, who, gates);
      const outside = await outsideServices();
      audit = createToolAudit({ calls: toolCallRepository(db), onError: () => undefined });
      onTestFinished(() => outside.network.close());
      return createToolExecutor<Services>({
        tools: [
          ...[...tradingTools, ...catalog].map((tool: Tool<Services>) => ({
            ...tool,
            rateLimit: {},
          })),
          readPage(page),
        ],
        services: {
          market: paper.market,
          exchanges: paper.exchanges,
          alerts: alertRepository(db),
          watchlist: watchlistRepository(db),
          news: createNews({ sources: [] }),
          sentiment: createSentiment({ sources: [] }),
          ...outside,
        },
        terms: { plan, sideEffects },
        switches: { aiTrading },
        rateLimiter: createToolRateLimiter(),
        audit,
        log: () => undefined,
      });
    },
  });
  if (!paper || !audit) throw new Error('The executor was not made');
  const account = paper;
  const auditing = audit;

  return {
    ...agents,
    account,

    /** The approval that a run waits for. */
    async question(runId: string) {
      const pending = () => agents.approvals.list({ runId, status: 'pending', limit: 10 });
      await expect.poll(async () => (await pending()).length, { timeout: 20_000 }).toBe(1);
      return (await pending())[0]!;
    },

    async decide(
      runId: string,
      approvalId: string,
      decision: Omit<ApprovalDecision, 'approvalId' | 'by'> & { by?: string },
    ) {
      const run = agents.client.workflow.getHandle(runId);
      const token = (await agents.approvals.tokenOf(approvalId)) ?? '';
      await run.signal(resolveApproval, { approvalId, by: 'operator', token, ...decision });
    },

    stopTrading: () =>
      turnKillSwitch(
        agents.db,
        { accountId: account.accountId, by: 'ann' },
        { on: true, cancelOrders: false },
      ),

    /** Gates as they come, but for some. */
    setGates: (changes: GateChanges) =>
      changeGates(agents.db, { accountId: account.accountId, by: 'ann' }, changes),

    /** What was attempted with a tool, oldest first. */
    async attempts(tool: string) {
      await auditing.flush();
      const rows = await toolCallRepository(agents.db).list({ tool, limit: 100 });
      return rows.toReversed().map(({ outcome, code, message }) => ({ outcome, code, message }));
    },
  };
}

/** What the latest result of a tool told the model. */
export function told({ messages }: Asked): string {
  return String(messages.findLast(({ role }) => role === 'tool')?.content ?? '');
}

export type Refusal = { error: { type: string; message: string } };

/** The error that the latest result tells. */
export const refusalIn = (asked: Asked): Refusal['error'] =>
  (JSON.parse(told(asked)) as Refusal).error;

/** The arguments that an approval shows, with others in their place. */
export const argsWith = (more: JsonObject): JsonObject => ({ ...order, ...more });
