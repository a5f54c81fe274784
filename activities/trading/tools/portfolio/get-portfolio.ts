import { z } from 'zod';
import type { Decimal } from '../../../base/decimal.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';
import type { RevisionContext, ToolContext } from '../../../tool-kit/tool.ts';
import { exchangeMoment } from '../../market/moment.ts';
import type { Services } from '../../services.ts';
import { accountField } from '../fields.ts';
import { showOrder } from '../orders/order-answer.ts';

const shown = (amount: Decimal) => amount.toDecimalPlaces(12).toNumber();

export const getPortfolio = defineTool({
  name: 'get_portfolio',
  description:
    "Returns the user's paper account or a desk account: cash, cash reserved by open orders, equity, positions " +
    'with their profit or loss at the current price, realized profit, fees paid, borrow fees of shorts, and open orders. A negative ' +
    "quantity is a short position. Realized profit does not include fees. gateUse shows how much of each gate's " +
    'limit is used; its dayResult is the change in equity since the day began, or null while no source has the ' +
    'prices of that time.',
  category: 'portfolio',
  plan: 'pro',
  rateLimit: { minute: 30 },
  alternatives: ['get_pending_orders', 'get_trade_history'],
  example: {},
  schema: z.strictObject({ account: accountField }),
  async revision({ services, user }: RevisionContext<Services>, { account }) {
    return (await services.exchanges.of(user, account)).revision();
  },
  async handle({ account }, context: ToolContext<Services>) {
    const { services, user } = context;
    const exchange = await services.exchanges.of(user, account);
    const portfolio = await exchange.portfolio();
    const moment = await exchangeMoment(context);
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
      // Without positions, the account is as of the current time.
      asOf: portfolio.positions.length > 0 ? asOf : (moment?.asOf ?? asOf),
      ...(notice && { notice }),
    };
  },
});
