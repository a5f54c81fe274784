import { useMutation } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';
import type { TriggerView } from '../../../../contracts/api/index.ts';
import { pauseTrigger, resumeTrigger } from '../../api/triggers.ts';
import { useLack } from '../../api/use-right.ts';
import { texts } from './texts.ts';

/** Pauses a trigger, and resumes it. */
export function TriggerSwitch({ trigger }: { trigger: TriggerView }) {
  const { id, paused, user } = trigger;
  const isOn = paused === null;
  const lack = useLack('operate');
  const change = useMutation({
    mutationFn: () => (isOn ? pauseTrigger(id) : resumeTrigger(id)),
    onError: (error) => toast.error(error.message),
  });
  const note = lack ?? (user === null ? texts.row.startsFor : undefined);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={texts.row.on(id)}
      aria-description={note}
      title={note}
      disabled={lack !== undefined || change.isPending}
      onClick={() => change.mutate()}
      className={`relative my-1.5 h-5 w-9 shrink-0 rounded-full border transition-colors duration-100 disabled:opacity-50 ${isOn ? 'border-accent-fill bg-accent-fill' : 'border-line-strong bg-hover'}`}
    >
      <span
        aria-hidden
        className={`absolute top-0.5 left-0.5 size-3.5 rounded-full transition-transform duration-100 ${isOn ? 'translate-x-4 bg-white' : 'bg-muted'}`}
      />
    </button>
  );
}
