import { useState } from 'react';
import { setKillSwitch } from '../../api/trading.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { texts } from './texts.ts';

/** Asks before all trading is stopped or goes on, and why it is; that is on record. */
export function KillSwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [cancelOrders, setCancelOrders] = useState(true);
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  return (
    <ConfirmDialog
      title={isOn ? texts.killSwitch.resumeTitle : texts.killSwitch.stopTitle}
      action={isOn ? texts.killSwitch.resume : texts.killSwitch.stop}
      keep={texts.killSwitch.cancel}
      onClose={onClose}
      act={async () => {
        if (isOn) {
          await setKillSwitch({ on: false, ...why });
          return texts.killSwitch.resumed;
        }
        const { canceled } = await setKillSwitch({ on: true, cancelOrders, ...why });
        return texts.killSwitch.stoppedAnd(
          canceled > 0 ? texts.killSwitch.canceling(canceled) : '',
        );
      }}
    >
      <div className="grid gap-4">
        <p>{isOn ? texts.killSwitch.resumeNote : texts.killSwitch.stopNote}</p>
        {!isOn && (
          <label className="flex min-h-8 items-center gap-2 max-md:min-h-11">
            <input
              type="checkbox"
              checked={cancelOrders}
              onChange={({ target }) => setCancelOrders(target.checked)}
              className="size-4 accent-(--accent-fill)"
            />
            {texts.killSwitch.cancelOrders}
          </label>
        )}
        <TextField
          label={texts.killSwitch.reason}
          maxLength={500}
          value={reason}
          onChange={setReason}
        />
      </div>
    </ConfirmDialog>
  );
}
