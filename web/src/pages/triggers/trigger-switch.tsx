import { useMutation } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';
import type { TriggerView } from '../../../../contracts/api/index.ts';
import { pauseTrigger, resumeTrigger } from '../../api/triggers.ts';
import { useLack } from '../../api/use-right.ts';
import { Switch } from '../../components/controls/switch.tsx';
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
    <Switch
      isOn={isOn}
      aria-label={texts.row.on(id)}
      aria-description={note}
      title={note}
      disabled={lack !== undefined || change.isPending}
      onChange={() => change.mutate()}
      className="my-1.5"
    />
  );
}
