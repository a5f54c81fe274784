import { Decimal } from '../../../../../activities/base/decimal.ts';
import { applyEvent } from '../../../../../activities/trading/exchange/book/apply-event.ts';
import { emptyBook, workingIn } from '../../../../../activities/trading/exchange/book/book.ts';
import { cancelEvent } from '../../../../../activities/trading/exchange/book/endings.ts';
import { stepBar } from '../../../../../activities/trading/exchange/book/step-bar.ts';
import { closable } from '../../../../../activities/trading/exchange/book/working-order.ts';
import { exchangeEnvironment } from '../../../../../activities/trading/exchange/env.ts';
import { fillGates } from '../../../../../activities/trading/exchange/fill-gates.ts';
import { forcedQuantities, marginOf } from '../../../../../activities/trading/exchange/margin.ts';
import type { OrderRequest } from '../../../../../activities/trading/exchange/order.ts';
import {
  eventsOf,
  outcomeOf,
  withTrail,
} from '../../../../../activities/trading/exchange/order-events.ts';
import { collectFacts, equityOf } from '../../../../../activities/trading/exchange/order-facts.ts';
import {
  changedSettings,
  exchangeSettings,
} from '../../../../../activities/trading/exchange/settings.ts';
import { emptyStanding } from '../../../../../activities/trading/exchange/standing/standing.ts';
import type { BookEvent } from '../../../../../contracts/trading/book-events.ts';
import { isWorking } from '../../../../../contracts/trading/orders.ts';
import type { GateChanges } from '../../../../../contracts/trading/gates.ts';
import { endOf } from './day.ts';
import { requestOf } from './drive.ts';
import type { Driven } from './outcome.ts';
import type { Scenario } from './scenario.ts';
import type { ModelBar } from './types.ts';

const prefix = 'book/';
const hour = 3_600_000;

/**
 * Does with the exchange's book, gates and margin what a scenario says, in memory: what the database adds, such as the
 * loss of a day and the borrow fee, is left to {@link drive}.
 */
export function driveBook({ settings: { deposit, ...gates }, actions }: Scenario): Driven {
  const own = changedSettings(exchangeSettings(exchangeEnvironment.parse({})), gates);
  const book = emptyBook();
  const events: BookEvent[] = [];
  const newest = new Map<string, ModelBar>();
  const references = new Map<string, Decimal>();
  const fillsFrom = new Map<string, string>();
  let changes: GateChanges = {};
  let killSwitch = false;

  const happen = (...happened: BookEvent[]) => {
    for (const event of happened) applyEvent(book, event);
    events.push(...happened);
  };
  const settings = () => changedSettings(own, changes);
  const lotOf = (symbol: string) => new Decimal(settings().instruments[symbol]?.lot ?? 0.0001);
  const priceOf = (symbol: string) => new Decimal(newest.get(symbol)!.close);
  const prices = () => new Map([...newest.keys()].map((symbol) => [symbol, priceOf(symbol)]));

  function place(asked: OrderRequest): void {
    const { clientOrderId: orderId, symbol } = asked;
    const bar = newest.get(symbol)!;
    const now = endOf(bar);
    const request = withTrail(asked, priceOf(symbol));
    const facts = collectFacts(request, {
      book,
      standing: emptyStanding,
      quoted: new Map([...prices()].map(([one, price]) => [one, { price, now, asOf: now }])),
      openings: null,
      snapshot: {
        symbol,
        price: bar.close,
        currency: 'USD',
        timeframe: '1h',
        bar,
        now,
        source: 'a scenario',
        asOf: now,
      },
      settings: own,
      terms: {
        everyAccountStopped: false,
        defaults: null,
        changes,
        killSwitch,
        mismatch: null,
        reconciledAt: null,
      },
      recentOrders: 0,
    });
    references.set(orderId, request.referencePrice);
    fillsFrom.set(orderId, now);
    happen(...eventsOf(request, outcomeOf(facts)));
  }

  function step(symbol: string, bar: ModelBar): void {
    newest.set(symbol, bar);
    const terms = settings();
    const happened = stepBar(book, {
      symbol,
      bar,
      lengthMs: hour,
      terms,
      lot: lotOf(symbol),
      allowShort: terms.allowShort,
      targetFirst: terms.sameBarExit === 'target',
      refuse: fillGates(book, {
        settings: terms,
        killSwitch,
        standing: emptyStanding,
        prices: prices(),
        openings: null,
      }),
      eligible: ({ id }) => (fillsFrom.get(id) ?? '') <= bar.time,
      ...(terms.fillCollarPercent !== null && {
        collar: {
          percent: terms.fillCollarPercent,
          referenceOf: ({ id }) => references.get(id)!,
        },
      }),
    });
    events.push(...happened);
  }

  function enforceMargin(): void {
    const equity = equityOf({ ...book, orders: new Map() }, prices());
    const margin = marginOf(book, prices(), { equity, share: settings().maintenanceMargin });
    for (const [symbol, quantity] of forcedQuantities(book, prices(), margin, lotOf)) {
      const orderId = `margin/${symbol}/${endOf(newest.get(symbol)!)}`;
      const isClosing = workingIn(book, symbol).some(({ content }) => content.leg === 'margin');
      if (quantity.isZero() || isClosing || book.orders.has(orderId)) continue;
      const at = endOf(newest.get(symbol)!);
      const required = margin.required.toFixed();
      happen(
        { kind: 'margin_call', equity: equity.toFixed(), required, symbol, at },
        {
          kind: 'submitted',
          orderId,
          order: {
            symbol,
            side: book.positions.get(symbol)!.quantity.lt(0) ? 'buy' : 'sell',
            type: 'market',
            quantity: quantity.toFixed(),
            timeInForce: 'gtc',
            leg: 'margin',
          },
        },
        { kind: 'accepted', orderId, reserve: '0', reduceOnly: true },
      );
    }
  }

  function stop(): void {
    for (const order of workingIn(book)) {
      if (order.content.leg !== 'entry') continue;
      if (closable(book, order).isZero()) {
        happen(
          cancelEvent(book, order, { reason: 'ann turned the kill switch on', terms: settings() }),
        );
      } else if (!order.reduceOnly) happen({ kind: 'restricted', orderId: order.id });
    }
  }

  happen({ kind: 'opened', currency: 'USD', deposit: String(deposit) });
  for (const action of actions) {
    switch (action.do) {
      case 'bar':
        step(action.symbol, action.bar);
        enforceMargin();
        break;
      case 'order':
        place(requestOf(prefix, action.order));
        break;
      case 'cancel': {
        const order = book.orders.get(`${prefix}${action.name}`);
        const canEnd = order && isWorking(order.status);
        if (canEnd) happen(cancelEvent(book, order, { reason: 'asked for', terms: settings() }));
        break;
      }
      case 'kill switch':
        killSwitch = action.on;
        if (killSwitch && action.cancelOrders) stop();
        enforceMargin();
        break;
      case 'replace':
        throw new RangeError('Only the exchange over a database replaces orders; use drive');
      case 'gates':
        changes = action.gates;
    }
  }
  const { cash, fees, realized } = book;
  return {
    prefix,
    events,
    working: new Map(workingIn(book).map(({ id, status }) => [id, status])),
    sums: { cash, fees, borrowFees: new Decimal(0), realized },
    positions: [...book.positions].map(([symbol, position]) => ({ symbol, ...position })),
  };
}
