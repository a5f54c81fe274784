import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { priceQuery } from '../../api/prices.ts';
import { checkOrder, placeOrder } from '../../api/trading.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { decimal } from '../../../components/values/figures.ts';
import { problemsElsewhere, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';
import { GateChecks } from './gate-checks.tsx';
import { outcomeText } from './outcome-text.ts';
import { PriceLine } from './price-line.tsx';
import { sideTitles } from '../order-words.ts';
import { emptyTicket, missingIn, orderOf } from './ticket.ts';
import type { Ticket } from './ticket.ts';
import { TicketFields, ticketPaths } from './ticket-fields.tsx';
import { texts } from './texts.ts';

type OrderDialogProps = { before: Partial<Ticket>; symbols: string[]; onClose: () => void };

/** Asks for an order, shows what each risk check says to it, and only then places it. */
export function OrderDialog({ before, symbols, onClose }: OrderDialogProps) {
  const [ticket, setTicket] = useState<Ticket>({ ...emptyTicket, ...before });
  const symbol = useSettled(ticket.symbol.trim().toUpperCase());
  const price = useQuery({ ...priceQuery(symbol), enabled: symbol !== '', retry: false });
  const check = useMutation({
    mutationFn: async () => {
      const order = orderOf(ticket, price.data!);
      // What was checked is what is placed, and once, however often it is sent.
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
        {[check.error, place.error].map(
          (error) =>
            error && (
              <div key={error.message} role="alert" className="text-bad">
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
