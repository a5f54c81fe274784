import { ne, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { BudgetSettings } from '../../contracts/models/budget.ts';
import type { TaskQueue } from '../../contracts/temporal/task-queues.ts';
import type { Database } from '../../db/open.ts';
import { sealedTables, triggers } from '../../db/schema/index.ts';
import { startGateway } from '../api/gateway/support/gateway.ts';
import { countStatements, listed, statementsEach, total } from '../support/statements.ts';
import { agentNamed, calls, says, scriptedAgents } from '../workflows/support/scripted-agents.ts';
import { openaiServer } from './support/model-server.ts';
import { readPage } from './support/read-page.ts';

const mostACall = 4;
const mostATurn = 6;
const mostATurnOfBudget = 8;
const mostAToolCall = 2;

/** More than any run here costs. */
const enough: BudgetSettings = { usd: 1_000, onLimit: 'stop', cheaperModels: [] };

const reader = agentNamed('reader', { tools: ['read_page'], limits: { turns: 50, time: '5m' } });

/** How many turns a task asks for, and how many calls in each of them. */
function askedFor(task: unknown): { turns: number; each: number } {
  const [, turns, each] = /(\d+) turns of (\d+)/.exec(String(task)) ?? [];
  return { turns: Number(turns), each: Number(each) };
}

test.each([
  { budget: undefined, name: 'a turn of an agent', most: mostATurn },
  { budget: enough, name: 'one of a run with a budget', most: mostATurnOfBudget },
])(
  `$name takes at most $most SQL statements, each call of a tool ${mostAToolCall} of them`,
  { timeout: 120_000 },
  async ({ budget, most }) => {
    const statements = countStatements();
    const { start } = await scriptedAgents({
      agents: [reader],
      tools: [readPage],
      scripts: {
        reader({ messages }, turn) {
          const { turns, each } = askedFor(messages.find(({ role }) => role === 'user')?.content);
          if (turn === turns) return says('The book is read.');
          const pages = Array.from({ length: each }, (_, call) => turn * 10 + call);
          return calls(...pages.map((page) => ['read_page', { book: 'it', page }] as const));
        },
      },
    });
    /** The statements of a turn with so many calls, once the agent is at work. */
    const ofTurn = async (calling: number) => {
      const ofTurns = (turns: number) =>
        statements.during(async () =>
          (
            await start({
              task: `Take ${turns} turns of ${calling} calls`,
              ...(budget && { budget }),
            })
          ).result(),
        );
      return statementsEach(await ofTurns(3), await ofTurns(13), 10);
    };
    const [one, three] = [await ofTurn(1), await ofTurn(3)];
    expect(total(one), listed(one)).toBeLessThanOrEqual(most);
    expect((total(three) - total(one)) / 2, listed(three)).toBeLessThanOrEqual(mostAToolCall);
  },
);

/** What runs beside calls, or once a second for all of them, is not of one: how models stand, and which there are. */
/** At its start Baton looks once for rows that earlier versions left in plain text. */
async function untilSealed(db: Database): Promise<void> {
  const isLookedAt = async () => {
    const tables = await db.select().from(sealedTables);
    return tables.length > 0 && tables.every(({ doneAt }) => doneAt !== null);
  };
  await expect.poll(isLookedAt, { timeout: 30_000 }).toBe(true);
}

const isOfCalls = (text: string) =>
  /"(gateway_calls|model_calls|budgets|budget_accounts|api_keys|sessions|users)"/.test(text);

test(
  `a call of the gateway takes at most ${mostACall} SQL statements`,
  { timeout: 60_000 },
  async () => {
    const statements = countStatements();
    const { url } = await openaiServer(() => says('Yes.'));
    const baton = await startGateway({
      environment: {
        BATON_MODELS: 'openai:gpt-4o',
        OPENAI_API_KEY: 'a-key-for-tests',
        OPENAI_BASE_URL: url,
      },
    });
    onTestFinished(() => baton.stop());
    await untilSealed(baton.database.db);
    const call = async () => {
      const messages = [{ role: 'user', content: 'Well?' }];
      const body = { model: 'openai:gpt-4o', messages };
      expect(await baton.request('POST', '/v1/chat/completions', body)).toMatchObject({
        status: 200,
        body: { choices: [{ message: { content: 'Yes.' } }] },
      });
    };
    const ofCalls = (count: number) =>
      statements.during(async () => {
        for (let made = 0; made < count; made += 1) await call();
      });
    const [few, many] = [await ofCalls(1), await ofCalls(11)];
    const each = new Map([...statementsEach(few, many, 10)].filter(([text]) => isOfCalls(text)));
    expect(total(each), listed(each)).toBeLessThanOrEqual(mostACall);
  },
);

const mostAMinute = 30;

test(
  `a minute in which nothing happens takes at most ${mostAMinute} SQL statements`,
  { timeout: 240_000 },
  async () => {
    const statements = countStatements();
    const baton = await startGateway({
      environment: { BATON_MODELS: 'demo:trend' },
      queues: Object.keys(taskQueues) as TaskQueue[],
    });
    onTestFinished(() => baton.stop());
    /** The next look for alerts, of which there are none: as rare as any. */
    const rarest = () => statements.next((text) => text.includes('from "alerts"'));
    await untilSealed(baton.database.db);
    await untilTold(baton.database.db);
    const first = rarest();
    await baton.database.db.execute(sql`select pg_notify('baton_changes', 'alerts')`);
    await first;
    const idle = await statements.during(rarest);
    expect(total(idle), listed(idle)).toBeLessThanOrEqual(mostAMinute);
  },
);

/** Temporal is told of the schedules that come with Baton once, within the first minute. */
async function untilTold(db: Database): Promise<void> {
  const untold = () => db.$count(triggers, ne(triggers.toldRevision, triggers.revision));
  await expect.poll(untold, { timeout: 90_000 }).toBe(0);
}
