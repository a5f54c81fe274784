import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  killSwitchSchema,
  killSwitchSetSchema,
  setGatesSchema,
  setKillSwitchSchema,
  tradingChangeListSchema,
  tradingChangeQuery,
  tradingGatesSchema,
} from '../../../contracts/trading/api/trading.ts';
import type { KillSwitchView, TradingGatesView } from '../../../contracts/trading/api/trading.ts';
import { usualUser } from '../../../contracts/base/usual-user.ts';
import { clientSignal } from '../../base/client-signal.ts';
import type { TradingServices } from '../services.ts';
import { canonicalSymbol } from '../canonical-symbol.ts';
import { problems } from '../../base/responses.ts';

/** What the paper account may trade, and whether it may at all; each change is on record. */
export const tradingRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const { trading } = services;

  async function viewGates(): Promise<TradingGatesView> {
    const { defaults, changes, mismatch, reconciledAt } = await trading.read();
    return {
      gates: defaults && { ...defaults, ...changes },
      defaults,
      changes,
      mismatch,
      reconciledAt: reconciledAt?.toISOString() ?? null,
    };
  }

  async function viewKillSwitch(): Promise<KillSwitchView> {
    const [{ killSwitch: on }, last] = await Promise.all([
      trading.read(),
      trading.lastChange('kill-switch'),
    ]);
    return {
      on,
      changedAt: last?.at.toISOString() ?? null,
      by: last?.by ?? null,
      reason: last?.reason ?? null,
    };
  }

  /** Orders are in the one symbol of their instrument. What stands in the list already needs nobody to look it up. */
  async function canonicalSymbols(asked: readonly string[], signal: AbortSignal) {
    const { defaults, changes } = await trading.read();
    const known = changes.symbols ?? defaults?.symbols ?? [];
    const found = await Promise.all(
      asked.map((symbol, index) => {
        if (known.includes(symbol)) return symbol;
        const wanted = { symbol, path: `gates.symbols[${index}]`, user: usualUser };
        return canonicalSymbol(services, wanted, signal);
      }),
    );
    return [...new Set(found)];
  }

  app.get(
    '/account/gates',
    {
      schema: {
        tags: ['account'],
        summary: 'Get the gates that every order must pass, and how orders fill',
        response: { 200: tradingGatesSchema, ...problems },
      },
    },
    async () => viewGates(),
  );

  app.put(
    '/account/gates',
    {
      schema: {
        tags: ['account'],
        summary: 'Set the gates for orders, overriding the settings. Applies at once',
        body: setGatesSchema,
        response: { 200: tradingGatesSchema, ...problems },
      },
    },
    async ({ body: { gates, ...who } }, reply) => {
      const symbols = gates.symbols && (await canonicalSymbols(gates.symbols, clientSignal(reply)));
      await trading.changeGates(who, { ...gates, ...(symbols && { symbols }) });
      return viewGates();
    },
  );

  app.get(
    '/account/kill-switch',
    {
      schema: {
        tags: ['account'],
        summary: 'Get whether the kill switch is on',
        response: { 200: killSwitchSchema, ...problems },
      },
    },
    async () => viewKillSwitch(),
  );

  app.put(
    '/account/kill-switch',
    {
      schema: {
        tags: ['account'],
        summary: 'Turn the kill switch on or off',
        description:
          'While it is on, only orders that reduce a position are accepted from anyone, also after a restart.',
        body: setKillSwitchSchema,
        response: { 200: killSwitchSetSchema, ...problems },
      },
    },
    async ({ body: { on, cancelOrders, ...who } }) => {
      const canceled = await trading.turnKillSwitch(who, { on, cancelOrders });
      return { ...(await viewKillSwitch()), canceled };
    },
  );

  app.get(
    '/account/changes',
    {
      schema: {
        tags: ['account'],
        summary: 'List changes of gates and kill switch, newest first',
        querystring: tradingChangeQuery,
        response: { 200: tradingChangeListSchema, ...problems },
      },
    },
    async ({ query: { limit, cursor } }) => {
      const rows = await trading.listChanges({ before: cursor, limit: limit + 1 });
      const items = rows.slice(0, limit).map(({ id, kind, by, reason, before, after, at }) => {
        return { id, kind, by, reason, before, after, at: at.toISOString() };
      });
      const isLast = rows.length <= limit;
      return { items, nextCursor: isLast ? null : String(items.at(-1)!.id) };
    },
  );
};
