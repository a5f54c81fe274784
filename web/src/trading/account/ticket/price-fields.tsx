import { orderPrices } from '../../../../../contracts/trading/orders.ts';
import type { OrderPrice } from '../../../../../contracts/trading/orders.ts';
import { TextField } from '../../../components/controls/text-field.tsx';
import { exitPrices } from './ticket.ts';
import type { LinkedTicket, Ticket } from './ticket.ts';
import { texts } from './texts.ts';

type PriceName = OrderPrice | (typeof exitPrices)[number];

type PriceFieldsProps = {
  order: Pick<Ticket | LinkedTicket, 'type' | PriceName>;
  /** What is wrong with one of them. */
  problemsOf: (name: PriceName) => string[];
  onChange: (change: Partial<Record<PriceName, string>>) => void;
};

const exitHelp = {
  stopLoss: texts.fields.stopLossHelp,
  takeProfit: texts.fields.takeProfitHelp,
  trailAmount: texts.fields.trailAmountHelp,
  trailPercent: texts.fields.trailPercentHelp,
} as const;

/** The prices of a type of order. */
export function TypePrices({ order, problemsOf, onChange }: PriceFieldsProps) {
  return orderPrices[order.type].map((name) => (
    <TextField
      key={name}
      label={texts.fields[name]}
      isRequired
      inputMode="decimal"
      problems={problemsOf(name)}
      value={order[name]}
      onChange={(price) => onChange({ [name]: price })}
    />
  ));
}

/** Stop loss, take profit and trailing distance. */
export function ExitPrices({ order, problemsOf, onChange }: PriceFieldsProps) {
  return exitPrices.map((name) => (
    <TextField
      key={name}
      label={texts.fields[name]}
      help={exitHelp[name]}
      inputMode="decimal"
      problems={problemsOf(name)}
      value={order[name]}
      onChange={(price) => onChange({ [name]: price })}
    />
  ));
}
