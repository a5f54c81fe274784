import { useState } from 'react';
import { setKillSwitch } from '../../api/trading.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';

/** Asks before all trading is stopped or goes on, and why it is; that is on record. */
export function KillSwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [cancelOrders, setCancelOrders] = useState(true);
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <ConfirmDialog
      title={isOn ? 'Let trading go on?' : 'Stop all trading?'}
      action={isOn ? 'Let it go on' : 'Stop all trading'}
      keep="Leave it"
      onClose={onClose}
      act={async () => {
        if (isOn) {
          await setKillSwitch({ on: false, ...why });
          return 'Trading goes on';
        }
        const { canceled } = await setKillSwitch({ on: true, cancelOrders, ...why });
        return `Trading is stopped${canceled > 0 ? `, and ${canceled} orders are asked to end` : ''}`;
      }}
    >
      <div className="grid gap-4">
        <p>
          {isOn
            ? 'Agents, runs and people can place orders again, at once.'
            : 'From now on no order is taken, by anyone, until a person lets trading go on. Positions stay as they are.'}
        </p>
        {!isOn && (
          <label className="flex min-h-8 items-center gap-2 max-md:min-h-11">
            <input
              type="checkbox"
              checked={cancelOrders}
              onChange={({ target }) => setCancelOrders(target.checked)}
              className="size-4 accent-(--accent-fill)"
            />
            Cancel the orders that work
          </label>
        )}
        <TextField label="Reason (optional)" maxLength={500} value={reason} onChange={setReason} />
      </div>
    </ConfirmDialog>
  );
}
