import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, useEffect, useRef } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { priceQuery } from '../../api/prices.ts';
import { checkOrder, placeOrder } from '../../api/trading.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { cents, decimal } from '../../../components/values/figures.ts';
import { price as priceText } from '../../values/price-text.ts';
import { problemsElsewhere, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';
import { useAccount } from '../account-search.ts';
import { ReplayNotice } from '../replay-notice.tsx';
import { sideTitles } from '../order-words.ts';
import { emptyTicket, missingIn, orderOf, worthOf } from './ticket.ts';
import type { Ticket } from './ticket.ts';
import { TicketFields, ticketPaths } from './ticket-fields.tsx';
import { texts } from './texts.ts';
import type { PlacedOrder, GateCheck } from '../../api/trading.ts';
import { statusLooks } from '../status-looks.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Price } from '../../api/prices.ts';
import { Check, X } from 'lucide-react';
import { words } from '../../../components/values/words.ts';

type OrderDialogProps = { before: Partial<Ticket>; symbols: string[]; onClose: () => void };

/** Asks for an order, shows the result of each risk check, and only then places it. */
export function OrderDialog({ before, symbols, onClose }: OrderDialogProps) {
  const [ticket, setTicket] = useState<Ticket>({ ...emptyTicket, ...before });
  const account = useAccount();
  const symbol = useSettled(ticket.symbol.trim().toUpperCase());
  const price = useQuery({ ...priceQuery(symbol), enabled: symbol !== '', retry: false });
  const check = useMutation({
    mutationFn: async () => {
      const order: JsonObject = { ...orderOf(ticket, price.data!), ...(account && { account }) };
      // The checked order is the one that is placed, and only once, however often it is sent.
      return { order, key: crypto.randomUUID(), checks: await checkOrder(order) };
    },
  });
  const place = useMutation({
    mutationFn: ({ order, key }: { order: ReturnType<typeof orderOf>; key: string }) =>
      placeOrder(order, key),
    onSuccess: (placed) => {
      toast.success(outcomeText(ticket, placed));
      onClose();
    },
    onError: (error) => toast.error(error.message),
  });
  const checked = check.data;
  const isRefused = checked?.checks.some(({ denial }) => denial !== null) ?? true;
  const [isAsked, setIsAsked] = useState(false);
  const missing = missingIn(ticket);
  const problems = [...problemsOf(check.error), ...(isAsked ? missing : [])];
  const what = `${sideTitles[ticket.side]} ${decimal(Number(checked?.order['quantity'] ?? 0))} ${ticket.symbol.trim().toUpperCase()}`;
  function change(next: Ticket) {
    setTicket(next);
    check.reset();
    place.reset();
  }
  return (
    <Dialog title={texts.dialog.title} isOpen isKept={ticket.quantity !== ''} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
          if (missing.length > 0) return;
          if (isRefused) check.mutate();
          else place.mutate(checked!);
        }}
      >
        <TicketFields
          ticket={ticket}
          symbols={symbols}
          problems={problems}
          onChange={change}
          symbolHelp={<PriceLine symbol={symbol} query={price} ticket={ticket} />}
        />
        {checked && <GateChecks checks={checked.checks} />}
        <ReplayNotice />
        {[check.error, place.error].map(
          (error) =>
            error && (
              <div
                key={error.message}
                ref={intoSight}
                role="alert"
                className="scroll-mb-14 text-bad"
              >
                <p>{error.message}</p>
                {problemsElsewhere(problemsOf(error), ticketPaths).map((problem) => (
                  <p key={problem}>{problem}</p>
                ))}
              </div>
            ),
        )}
        {place.isPending && (
          <p role="status" className="text-muted">
            {texts.dialog.sent}
          </p>
        )}
        <DialogActions isSticky>
          <Button onClick={onClose}>
            {place.isPending ? texts.dialog.close : texts.dialog.cancel}
          </Button>
          <Button
            look="primary"
            type="submit"
            disabled={check.isPending || place.isPending || (missing.length === 0 && !price.data)}
          >
            {isRefused ? (check.isPending ? texts.dialog.checking : texts.dialog.check) : what}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The form is longer than a phone. */
function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** The result of an order in one line: `Bought 2 SPX at 1,462.42`. */
function outcomeText(
  { side, symbol }: Pick<Ticket, 'side' | 'symbol'>,
  { order, fill }: PlacedOrder,
): string {
  const name = symbol.trim().toUpperCase();
  if (fill) {
    const verb = side === 'buy' ? texts.outcome.bought : texts.outcome.sold;
    return texts.outcome.fill(verb, decimal(fill.quantity), name, priceText(fill.price));
  }
  const status = statusLooks[order.status as keyof typeof statusLooks];
  return texts.outcome.order(name, (status?.title ?? order.status).toLowerCase());
}

type PriceLineProps = {
  symbol: string;
  query: Pick<UseQueryResult<Price>, 'data' | 'error'>;
  ticket: Ticket;
};

/** The current price and the value of the order at it, or why there is no price. */
function PriceLine({ symbol, query: { data, error }, ticket }: PriceLineProps) {
  if (symbol === '') return null;
  if (error && !data) {
    return (
      <p role="alert" className="text-bad">
        {error.message}
      </p>
    );
  }
  if (!data) return <p className="text-muted">{texts.price.loading}</p>;
  const worth = worthOf(ticket, data.price);
  return (
    <p className="text-muted">
      <span className="font-medium text-text">{priceText(data.price)}</span> {texts.price.now}
      {worth !== null && <>{texts.price.value(cents(worth))}</>}
      {data.notice && <span className="block text-[12px]">{data.notice}</span>}
    </p>
  );
}

/** The result of each gate for an order: denials first, with the fix. */
function GateChecks({ checks }: { checks: GateCheck[] }) {
  const section = useRef<HTMLElement>(null);
  // They decide what can be done next: they are in sight as soon as they are there.
  // In braces: newer browsers return a promise, which React would take for the way to undo it.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const denied = checks.filter(({ denial }) => denial !== null);
  const passed = checks.filter(({ denial }) => denial === null);
  return (
    <section
      ref={section}
      aria-label={texts.checks.label}
      role="status"
      className="rounded-md bg-canvas p-3"
    >
      <h3 className="font-medium">
        {denied.length === 0
          ? texts.checks.passed(checks.length)
          : texts.checks.denied(denied.length, checks.length)}
      </h3>
      {denied.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {denied.map(({ gate, denial }) => (
            <li key={gate} className="flex gap-2">
              <X aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span>
                <span className="font-medium text-bad">{words(gate)}:</span> {denial}
              </span>
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <ul className="mt-2 grid grid-cols-2 gap-x-4 text-[12px] text-muted sm:grid-cols-3">
          {passed.map(({ gate }) => (
            <li key={gate} className="flex items-center gap-1.5">
              <Check aria-label={texts.checks.pass} className="size-3.5 shrink-0 text-good" />
              {words(gate)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
