import { useState } from 'react';
import type { KillSwitchView } from '../../../../../contracts/trading/api/trading.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useAccount } from '../account-search.ts';
import { texts } from './texts.ts';
import { setKillSwitch } from '../../api/trading.ts';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';

/** Whether trading is stopped, by whom and why, and the button to change that. */
export function KillSwitch({ state }: { state: KillSwitchView }) {
  const [isAsking, setIsAsking] = useState(false);
  const { on, by, reason, changedAt } = state;
  return (
    <section
      aria-labelledby="kill-switch"
      className={`flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border bg-surface p-4 ${on ? 'border-bad' : 'border-line'}`}
    >
      <div className="mr-auto min-w-0">
        <h2 id="kill-switch" className="font-semibold">
          {texts.killSwitch.title}{' '}
          <span className={on ? 'text-bad' : 'text-good'}>{titleOf(state)}</span>
        </h2>
        <p className="text-muted">{on ? texts.killSwitch.stoppedNote : texts.killSwitch.onNote}</p>
        {changedAt !== null && (
          <p className="text-[12px] text-muted">
            {on ? texts.killSwitch.turnedOn : texts.killSwitch.turnedOff}{' '}
            <Ago instant={changedAt} /> {texts.killSwitch.by(by, reason)}
          </p>
        )}
      </div>
      <RightButton
        right="operate"
        look={on ? 'primary' : 'danger'}
        className="max-md:min-h-11"
        onClick={() => setIsAsking(true)}
      >
        {on ? texts.killSwitch.resume : texts.killSwitch.stop}
      </RightButton>
      {isAsking && <KillSwitchDialog state={state} onClose={() => setIsAsking(false)} />}
    </section>
  );
}

type KillSwitchDialogProps = { state: KillSwitchView; onClose: () => void };

/** Asks for confirmation before trading is stopped or resumed, and for a reason, which is recorded. */
function KillSwitchDialog({ state, onClose }: KillSwitchDialogProps) {
  const isOn = state.on;
  const [everyAccount, setEveryAccount] = useState(state.everyAccount);
  const [reason, setReason] = useState('');
  const account = useAccount();
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
          await setKillSwitch({ on: false, everyAccount, ...why }, account);
          return texts.killSwitch.resumed;
        }
        const { canceled } = await setKillSwitch(
          { on: true, everyAccount, cancelOrders, ...why },
          account,
        );
        return texts.killSwitch.stoppedAnd(
          canceled > 0 ? texts.killSwitch.canceling(canceled) : '',
        );
      }}
    >
      <div className="grid gap-4">
        <p>{noteOf(state)}</p>
        {!isOn && (
          <>
            <Choice
              label={texts.killSwitch.cancelOrders}
              isChosen={cancelOrders}
              onChange={setCancelOrders}
            />
            <Choice
              label={texts.killSwitch.everyAccount}
              isChosen={everyAccount}
              onChange={setEveryAccount}
            />
          </>
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

function titleOf({ on, everyAccount }: KillSwitchView): string {
  if (everyAccount) return texts.killSwitch.everyStopped;
  return on ? texts.killSwitch.stopped : texts.killSwitch.on;
}

/** The effects of turning the switch. */
function noteOf({ on, everyAccount }: KillSwitchView): string {
  if (everyAccount) return texts.killSwitch.resumeEveryNote;
  return on ? texts.killSwitch.resumeNote : texts.killSwitch.stopNote;
}

type ChoiceProps = { label: string; isChosen: boolean; onChange: (isChosen: boolean) => void };

function Choice({ label, isChosen, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2 max-md:min-h-11">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 accent-(--accent-fill)"
      />
      {label}
    </label>
  );
}
