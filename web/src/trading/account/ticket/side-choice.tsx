import { useId } from 'react';
import { orderSides } from '../../../../../contracts/trading/orders.ts';
import type { OrderSide } from '../../../../../contracts/trading/orders.ts';
import { sideTitles } from '../order-words.ts';
import { texts } from './texts.ts';

const chosenLooks: Record<OrderSide, string> = {
  buy: 'has-checked:border-good has-checked:text-good',
  sell: 'has-checked:border-bad has-checked:text-bad',
};

/** Buy or sell, both in sight. */
export function SideChoice(props: { side: OrderSide; onChange: (side: OrderSide) => void }) {
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
