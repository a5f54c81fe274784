import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { priceQuery } from '../../api/prices.ts';
import { replaceOrder } from '../../api/trading.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useAccount } from '../account-search.ts';
import { orderText } from './order-text.ts';
import { replaceableFields, replacementOf } from './replacement.ts';
import type { ReplacedField } from './replacement.ts';
import { texts } from './texts.ts';

const labels = {
  quantity: texts.replace.quantity,
  limitPrice: texts.order.limitPrice,
  stopPrice: texts.order.stopPrice,
} satisfies Record<ReplacedField, string>;

/** Changes the quantity or prices of a working order. */
export function ReplaceOrder({ order }: { order: OrderView }) {
  const [isAsking, setIsAsking] = useState(false);
  const fields = replaceableFields(order);
  if (fields.length === 0) return null;
  return (
    <>
      <RightButton
        right="operate"
        look="plain"
        aria-label={texts.replace.button(orderText(order))}
        className="max-md:min-h-11"
        onClick={() => setIsAsking(true)}
      >
        {texts.replace.short}
      </RightButton>
      {isAsking && (
        <ReplaceDialog order={order} fields={fields} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

type ReplaceDialogProps = { order: OrderView; fields: ReplacedField[]; onClose: () => void };

function ReplaceDialog({ order, fields, onClose }: ReplaceDialogProps) {
  const [typed, setTyped] = useState<Partial<Record<ReplacedField, string>>>(() =>
    Object.fromEntries(fields.map((name) => [name, order[name] ?? ''])),
  );
  const account = useAccount();
  const { data: price } = useQuery(priceQuery(order.symbol));
  const what = orderText(order);
  return (
    <ConfirmDialog
      title={texts.replace.button(what)}
      action={texts.replace.action}
      keep={texts.cancel.keep}
      onClose={onClose}
      act={async () => {
        if (price === undefined) throw new Error(texts.replace.noPrice);
        const replacement = replacementOf(order, typed, price.price);
        await replaceOrder({ ...replacement, ...(account && { account }) });
        return texts.replace.done(what);
      }}
    >
      <p className="mb-4">{texts.replace.note}</p>
      <div className="grid gap-4">
        {fields.map((name) => (
          <TextField
            key={name}
            label={labels[name]}
            inputMode="decimal"
            value={typed[name] ?? ''}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
          />
        ))}
      </div>
    </ConfirmDialog>
  );
}
