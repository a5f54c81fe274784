import { useState } from 'react';
import type { OrderView } from '../../../../../contracts/trading/api/account.ts';
import { cancelOrder } from '../../api/trading.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { orderText } from './order-text.ts';

/** Cancels an order that works, once it was asked for again. */
export function CancelOrder({ order }: { order: OrderView }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState('');
  const what = orderText(order);
  if (order.status === 'pending_cancel') return null;
  return (
    <>
      <Button
        look="quiet"
        aria-label={`Cancel: ${what}`}
        className="max-md:min-h-11"
        onClick={() => setIsAsking(true)}
      >
        Cancel
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Cancel: ${what}?`}
          action="Cancel the order"
          keep="Keep it working"
          onClose={() => setIsAsking(false)}
          act={async () => {
            await cancelOrder(order.id, reason);
            return `To be canceled: ${what}`;
          }}
        >
          <p className="mb-4">
            The exchange ends it with its next look at the market. What a bar fills before that
            stays filled.
          </p>
          <TextField
            label="Reason (optional)"
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
