import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  budgetIdSchema,
  budgetListSchema,
  budgetViewSchema,
  setBudgetSchema,
} from '../../contracts/api/index.ts';
import type { BudgetView } from '../../contracts/api/index.ts';
import type { DailyBudget } from '../../db/repositories/models/daily-budgets.ts';
import { Problem } from '../base/problem.ts';
import { encodedId } from '../../contracts/models/budget.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ id: budgetIdSchema });

/** What a user, and everything together, may spend on models each day. */
export const budgetRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/budgets',
    {
      schema: {
        tags: ['costs'],
        summary: 'List the daily budgets, with what is spent today',
        response: { 200: budgetListSchema, ...problems },
      },
    },
    async () => {
      const stored = await services.dailyBudgets.list();
      return { items: await view(stored), nextCursor: null };
    },
  );

  app.get(
    '/budgets/:id',
    {
      schema: {
        tags: ['costs'],
        summary: 'Get a daily budget, with what is spent today',
        params,
        response: { 200: budgetViewSchema, ...problems },
      },
    },
    async ({ params: { id } }) => viewOne(id),
  );

  app.put(
    '/budgets/:id',
    {
      config: { audit: { action: 'settings.changed', tells: ['usd', 'onLimit', 'cheaperModels'] } },
      schema: {
        tags: ['costs'],
        summary: 'Set a daily budget. It applies at once and counts what is spent today',
        params,
        body: setBudgetSchema,
        response: { 200: budgetViewSchema, ...problems },
      },
    },
    async ({ params: { id }, body: { usd, onLimit, cheaperModels } }) => {
      await services.dailyBudgets.set({ id, usd: String(usd), onLimit, cheaperModels });
      return viewOne(id);
    },
  );

  app.delete(
    '/budgets/:id',
    {
      config: { audit: { action: 'settings.changed' } },
      schema: {
        tags: ['costs'],
        summary: 'Delete a daily budget. Spending is then unlimited',
        params,
        response: { 204: z.null(), ...problems },
      },
    },
    async ({ params: { id } }, reply) => {
      if (!(await services.dailyBudgets.remove(id))) throw notFound(id);
      reply.code(204);
      return null;
    },
  );

  async function viewOne(id: string): Promise<BudgetView> {
    const stored = await services.dailyBudgets.get(id);
    const [found] = stored ? await view([stored]) : [];
    if (!found) throw notFound(id);
    return found;
  }

  async function view(stored: DailyBudget[]): Promise<BudgetView[]> {
    const day = new Date().toISOString().slice(0, 10);
    const states = await services.budgets.states(stored.map(({ id }) => `${id}:${day}`));
    return stored.map((budget, index) => {
      const { account: _account, ...state } = states[index]!;
      return { ...budget, today: { day, ...state } };
    });
  }
};

function notFound(id: string): Problem {
  return new Problem(
    'not-found',
    `Budget ${id} not found. Set one with PUT /api/v1/budgets/${encodedId(id)} and {"usd": 5}.`,
  );
}
