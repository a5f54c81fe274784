import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountQuery } from '../../../contracts/trading/api/accounts.ts';
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
import { isOfEveryAccount } from '../../../db/trading/terms.ts';
import { callerOf } from '../../access/caller.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { accountOf, changerOf, mayAdminister } from '../account-of.ts';
import type { TradingServices } from '../services.ts';
import { canonicalSymbol } from '../canonical-symbol.ts';
import { Problem } from '../../base/problem.ts';
import { problems } from '../../base/responses.ts';

/** The gates of a paper account and its kill switch; each change is recorded. */
export const tradingRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  const termsOf = async (request: Parameters<typeof accountOf>[1]) =>
    services.trading(await accountOf(services, request));
  type Terms = Awaited<ReturnType<typeof termsOf>>;

  async function viewGates(trading: Terms): Promise<TradingGatesView> {
    const { defaults, changes, mismatch, reconciledAt } = await trading.read();
    return {
      gates: defaults && { ...defaults, ...changes },
      defaults,
      changes,
      mismatch,
      reconciledAt: reconciledAt?.toISOString() ?? null,
    };
  }

  async function viewKillSwitch(trading: Terms): Promise<KillSwitchView> {
    const terms = await trading.read();
    const last = await trading.lastSwitched(terms);
    return {
      on: terms.killSwitch,
      everyAccount: terms.everyAccountStopped,
      changedAt: last?.at.toISOString() ?? null,
      by: last?.by ?? null,
      reason: last?.reason ?? null,
    };
  }

  /** Orders use canonical symbols, so the list must as well. Symbols that are already in the list need no lookup. */
  async function canonicalSymbols(
    trading: Terms,
    { asked, user }: { asked: readonly string[]; user: string },
    signal: AbortSignal,
  ) {
    const { defaults, changes } = await trading.read();
    const known = changes.symbols ?? defaults?.symbols ?? [];
    const found = await Promise.all(
      asked.map((symbol, index) => {
        if (known.includes(symbol)) return symbol;
        const wanted = { symbol, path: `gates.symbols[${index}]`, user };
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
        summary: 'Get the gates that every order must pass and the settings for fills',
        querystring: z.object(accountQuery),
        response: { 200: tradingGatesSchema, ...problems },
      },
    },
    async (asked) => viewGates(await termsOf(asked)),
  );

  app.put(
    '/account/gates',
    {
      config: { audit: { action: 'settings.changed', tells: ['account', 'gates'] } },
      schema: {
        tags: ['account'],
        summary: 'Set the gates for orders, overriding the settings. Applies at once',
        querystring: z.object(accountQuery),
        body: setGatesSchema,
        response: { 200: tradingGatesSchema, ...problems },
      },
    },
    async (request, reply) => {
      const { gates, reason } = request.body;
      const trading = await termsOf(request);
      const asked = gates.symbols && { asked: gates.symbols, user: callerOf(request) };
      const symbols = asked && (await canonicalSymbols(trading, asked, clientSignal(reply)));
      const change = { by: changerOf(request), reason };
      await trading.changeGates(change, { ...gates, ...(symbols && { symbols }) });
      return viewGates(trading);
    },
  );

  app.get(
    '/account/kill-switch',
    {
      schema: {
        tags: ['account'],
        summary: 'Get whether the kill switch is on',
        querystring: z.object(accountQuery),
        response: { 200: killSwitchSchema, ...problems },
      },
    },
    async (asked) => viewKillSwitch(await termsOf(asked)),
  );

  app.put(
    '/account/kill-switch',
    {
      config: {
        audit: {
          action: 'settings.changed',
          tells: ['account', 'on', 'cancelOrders', 'everyAccount'],
        },
      },
      schema: {
        tags: ['account'],
        summary: 'Turn the kill switch on or off',
        description:
          'While it is on, only orders that reduce a position are accepted from anyone, also after a restart.',
        querystring: z.object(accountQuery),
        body: setKillSwitchSchema,
        response: { 200: killSwitchSetSchema, ...problems },
      },
    },
    async (asked) => {
      const { on, cancelOrders, everyAccount, reason } = asked.body;
      const trading = await termsOf(asked);
      if (everyAccount && !mayAdminister(asked)) {
        const detail =
          'Only an admin, acting for themselves, can turn the kill switch of all accounts on or off.';
        throw new Problem('forbidden', detail);
      }
      const turn = everyAccount ? trading.turnEveryKillSwitch : trading.turnKillSwitch;
      const canceled = await turn({ by: changerOf(asked), reason }, { on, cancelOrders });
      return { ...(await viewKillSwitch(trading)), canceled };
    },
  );

  app.get(
    '/account/changes',
    {
      schema: {
        tags: ['account'],
        summary: 'List changes of gates, kill switch and members, newest first',
        querystring: tradingChangeQuery,
        response: { 200: tradingChangeListSchema, ...problems },
      },
    },
    async (asked) => {
      const { limit, cursor } = asked.query;
      const trading = await termsOf(asked);
      const rows = await trading.listChanges({ before: cursor, limit: limit + 1 });
      const items = rows.slice(0, limit).map((row) => {
        const { id, kind, by, reason, before, after, at } = row;
        const everyAccount = isOfEveryAccount(row);
        return { id, kind, everyAccount, by, reason, before, after, at: at.toISOString() };
      });
      const isLast = rows.length <= limit;
      return { items, nextCursor: isLast ? null : String(items.at(-1)!.id) };
    },
  );
};
