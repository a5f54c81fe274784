import { useId } from 'react';
import type { ReactNode } from 'react';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import { orderTypes, timesInForce } from '../../../../../contracts/trading/orders.ts';
import { problemsAt } from '../../../components/schema-form/problems-at.ts';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { timeInForceTitles, typeHelp, typeTitles } from '../order-words.ts';
import { LinkedOrders } from './linked-orders.tsx';
import { ExitPrices, TypePrices } from './price-fields.tsx';
import { SideChoice } from './side-choice.tsx';
import type { Ticket } from './ticket.ts';
import { texts } from './texts.ts';

/** Where the server finds the fields wrong. */
export const ticketPaths = [
  'symbol',
  'side',
  'type',
  'quantity',
  'limitPrice',
  'stopPrice',
  'timeInForce',
  'stopLoss',
  'takeProfit',
  'trailAmount',
  'trailPercent',
  'oco',
].map((name) => `args.${name}`);

type TicketFieldsProps = {
  ticket: Ticket;
  /** Offered to choose from; any other can be typed. */
  symbols: string[];
  problems: FieldProblem[];
  onChange: (ticket: Ticket) => void;
  /** Stands below the symbol. */
  symbolHelp: ReactNode;
};

/** The fields of an order; each order type shows only its own prices. */
export function TicketFields(props: TicketFieldsProps) {
  const { ticket, symbols, problems, onChange, symbolHelp } = props;
  const listId = useId();
  const set = (change: Partial<Ticket>) => onChange({ ...ticket, ...change });
  const at = (name: keyof Ticket) => problemsAt(problems, `args.${name}`);
  return (
    <>
      <div>
        <TextField
          label={texts.fields.symbol}
          isRequired
          list={listId}
          placeholder={texts.fields.example}
          maxLength={30}
          problems={at('symbol')}
          value={ticket.symbol}
          onChange={(symbol) => set({ symbol })}
        />
        <datalist id={listId}>
          {symbols.map((symbol) => (
            <option key={symbol} value={symbol} />
          ))}
        </datalist>
        <div className="mt-1">{symbolHelp}</div>
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <SideChoice side={ticket.side} onChange={(side) => set({ side })} />
        <TextField
          label={texts.fields.quantity}
          isRequired
          inputMode="decimal"
          problems={at('quantity')}
          value={ticket.quantity}
          onChange={(quantity) => set({ quantity })}
        />
        <SelectField
          label={texts.fields.type}
          help={typeHelp[ticket.type]}
          problems={at('type')}
          value={ticket.type}
          onChange={(type) => set({ type })}
          options={orderTypes.map((type) => [type, typeTitles[type]] as const)}
        />
        <SelectField
          label={texts.fields.timeInForce}
          problems={at('timeInForce')}
          value={ticket.timeInForce}
          onChange={(timeInForce) => set({ timeInForce })}
          options={timesInForce.map((name) => [name, timeInForceTitles[name]] as const)}
        />
        <TypePrices order={ticket} problemsOf={at} onChange={set} />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <ExitPrices order={ticket} problemsOf={at} onChange={set} />
      </div>
      <LinkedOrders ticket={ticket} problems={problems} onChange={onChange} />
    </>
  );
}
