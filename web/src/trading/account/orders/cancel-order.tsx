import { useState } from 'react';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { cancelOrder } from '../../api/trading.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { useAccount } from '../account-search.ts';
import { orderText } from './order-text.ts';
import { texts } from './texts.ts';

/** Cancels a working order, after confirmation. */
export function CancelOrder({ order }: { order: OrderView }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const account = useAccount();
  const what = orderText(order);
  if (order.status === 'pending_cancel') return null;
  return (
    <>
      <RightButton
        right="operate"
        look="plain"
        aria-label={texts.cancel.button(what)}
        className="max-md:min-h-11"
        onClick={() => setIsAsking(true)}
      >
        {texts.cancel.short}
      </RightButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.cancel.title(what)}
          action={texts.cancel.action}
          keep={texts.cancel.keep}
          onClose={() => setIsAsking(false)}
          act={async () => {
            await cancelOrder(order.id, reason, account);
            return texts.cancel.requested(what);
          }}
        >
          <p className="mb-4">{texts.cancel.note}</p>
          <TextField
            label={texts.cancel.reason}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
