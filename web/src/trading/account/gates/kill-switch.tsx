import { useState } from 'react';
import type { KillSwitchView } from '../../../../../contracts/trading/api/trading.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { KillSwitchDialog } from './kill-switch-dialog.tsx';
import { texts } from './texts.ts';

/** Whether trading is stopped, by whom and why, and the way to turn that. */
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
          <span className={on ? 'text-bad' : 'text-good'}>
            {on ? texts.killSwitch.stopped : texts.killSwitch.on}
          </span>
        </h2>
        <p className="text-muted">{on ? texts.killSwitch.stoppedNote : texts.killSwitch.onNote}</p>
        {changedAt !== null && (
          <p className="text-[12px] text-muted">
            {on ? texts.killSwitch.turnedOn : texts.killSwitch.turnedOff}{' '}
            <Ago instant={changedAt} /> {texts.killSwitch.by(by, reason)}
          </p>
        )}
      </div>
      <Button
        look={on ? 'primary' : 'danger'}
        className="max-md:min-h-11"
        onClick={() => setIsAsking(true)}
      >
        {on ? texts.killSwitch.resume : texts.killSwitch.stop}
      </Button>
      {isAsking && <KillSwitchDialog isOn={on} onClose={() => setIsAsking(false)} />}
    </section>
  );
}
