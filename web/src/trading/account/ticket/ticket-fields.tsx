import { useId } from 'react';
import type { ReactNode } from 'react';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import {
  orderPrices,
  orderTypes,
  timesInForce,
  orderSides,
} from '../../../../../contracts/trading/orders.ts';
import { problemsAt } from '../../../components/schema-form/problems-at.ts';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { timeInForceTitles, typeHelp, typeTitles, sideTitles } from '../order-words.ts';
import type { Ticket } from './ticket.ts';
import { texts } from './texts.ts';
import type { OrderSide } from '../../../../../contracts/trading/orders.ts';

const chosenLooks: Record<OrderSide, string> = {
  buy: 'has-checked:border-good has-checked:text-good',
  sell: 'has-checked:border-bad has-checked:text-bad',
};

/** Buy or sell, both in sight. */
function SideChoice(props: { side: OrderSide; onChange: (side: OrderSide) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="font-medium">{texts.fields.side}</legend>
      <div className="mt-1 grid grid-cols-2 gap-2">
        {orderSides.map((side) => (
          <label
            key={side}
            className={`flex min-h-8 items-center justify-center gap-1.5 rounded-md border border-line-strong bg-raised px-2 has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-(--accent) max-md:min-h-11 ${chosenLooks[side]}`}
          >
            <input
              type="radio"
              name={name}
              value={side}
              checked={props.side === side}
              onChange={() => props.onChange(side)}
              className="accent-current"
            />
            {sideTitles[side]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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
].map((name) => `args.${name}`);

const priceTitles = {
  limitPrice: texts.fields.limitPrice,
  stopPrice: texts.fields.stopPrice,
} as const;

type TicketFieldsProps = {
  ticket: Ticket;
  /** Offered to choose from; any other can be typed. */
  symbols: string[];
  problems: FieldProblem[];
  onChange: (ticket: Ticket) => void;
  /** Stands below the symbol. */
  symbolHelp: ReactNode;
};

/** What an order is made of; a type of order asks for its own prices alone. */
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
        {orderPrices[ticket.type].map((name) => (
          <TextField
            key={name}
            label={priceTitles[name]}
            isRequired
            inputMode="decimal"
            problems={at(name)}
            value={ticket[name]}
            onChange={(price) => set({ [name]: price })}
          />
        ))}
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <TextField
          label={texts.fields.stopLoss}
          help={texts.fields.stopLossHelp}
          inputMode="decimal"
          problems={at('stopLoss')}
          value={ticket.stopLoss}
          onChange={(stopLoss) => set({ stopLoss })}
        />
        <TextField
          label={texts.fields.takeProfit}
          help={texts.fields.takeProfitHelp}
          inputMode="decimal"
          problems={at('takeProfit')}
          value={ticket.takeProfit}
          onChange={(takeProfit) => set({ takeProfit })}
        />
        <TextField
          label={texts.fields.trailAmount}
          help={texts.fields.trailAmountHelp}
          inputMode="decimal"
          problems={at('trailAmount')}
          value={ticket.trailAmount}
          onChange={(trailAmount) => set({ trailAmount })}
        />
        <TextField
          label={texts.fields.trailPercent}
          help={texts.fields.trailPercentHelp}
          inputMode="decimal"
          problems={at('trailPercent')}
          value={ticket.trailPercent}
          onChange={(trailPercent) => set({ trailPercent })}
        />
      </div>
    </>
  );
}
