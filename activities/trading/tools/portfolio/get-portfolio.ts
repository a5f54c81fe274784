import { z } from 'zod';
import type { Decimal } from '../../../base/decimal.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { RevisionContext, ToolContext } from '../../../tool-kit/tool.ts';
import type { Services } from '../../services.ts';
import { accountField } from '../fields.ts';
import { showOrder } from '../orders/order-answer.ts';

const shown = (amount: Decimal) => amount.toDecimalPlaces(12).toNumber();

export const getPortfolio = defineTool({
  name: 'get_portfolio',
  description:
    "The user's paper account, or a desk account: cash, what open orders reserve of it, equity, positions with their profit or " +
    'loss at the price of now, what was realized, fees paid, fees of shorts (borrowFees), and open orders. A negative quantity is a ' +
    'short position. Realized profits are without fees. gateUse says how much is used of what the gates ' +
    'allow; its dayResult is what the equity has changed by since the day began; null while ' +
    'no source gives the prices of then.',
  category: 'portfolio',
  plan: 'pro',
  rateLimit: { minute: 30 },
  alternatives: ['get_pending_orders', 'get_trade_history'],
  example: {},
  schema: z.strictObject({ account: accountField }),
  async revision({ services, user }: RevisionContext<Services>, { account }) {
    return (await services.exchanges.of(user, account)).revision();
  },
  async handle({ account }, { services, user, moment }: ToolContext<Services>) {
    const exchange = await services.exchanges.of(user, account);
    const portfolio = await exchange.portfolio();
    const { currency, deposited, cash, reserved, equity, source, asOf, notice, gateUse } =
      portfolio;
    return {
      account: portfolio.accountId,
      currency,
      deposited: deposited.toNumber(),
      cash: cash.toNumber(),
      reserved: reserved.toNumber(),
      equity: equity.toNumber(),
      realizedPnl: shown(portfolio.realizedPnl),
      unrealizedPnl: shown(portfolio.unrealizedPnl),
      fees: shown(portfolio.fees),
      borrowFees: shown(portfolio.borrowFees),
      gateUse: {
        grossExposure: shown(gateUse.grossExposure),
        dayResult: gateUse.dayResult && shown(gateUse.dayResult),
        openOrders: gateUse.openOrders,
        ordersLastMinute: gateUse.ordersLastMinute,
      },
      positions: portfolio.positions.map((position) => ({
        symbol: position.symbol,
        quantity: position.quantity.toNumber(),
        averagePrice: shown(position.averagePrice),
        marketPrice: position.marketPrice.toNumber(),
        marketValue: shown(position.marketValue),
        unrealizedPnl: shown(position.unrealizedPnl),
        realizedPnl: shown(position.realizedPnl),
      })),
      openOrders: portfolio.openOrders.map(showOrder),
      source,
      // Without a price in it, an account is as of the time at which it is looked at.
      asOf: portfolio.positions.length > 0 ? asOf : (moment?.asOf ?? asOf),
      ...(notice && { notice }),
    };
  },
});
