import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { toast } from '../../components/notices/toast.ts';
import { fireTrigger } from '../../api/triggers.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { texts } from './texts.ts';

/** Fires a trigger by hand, and says what became of it. */
export function FireButton({ id, isNamed = false }: { id: string; isNamed?: boolean }) {
  const navigate = useNavigate();
  const fire = useMutation({
    mutationFn: () => fireTrigger(id),
    onError: (error) => toast.error(error.message),
    onSuccess({ status, runId, reason }) {
      if (status !== 'started') return toast(reason ?? texts.outcomes[status]);
      return toast.success(texts.fired.started, {
        action: {
          label: texts.fired.open,
          onClick: () => void navigate({ to: '/runs/$runId', params: { runId } }),
        },
      });
    },
  });
  return (
    <RightButton
      right="operate"
      look={isNamed ? 'plain' : 'quiet'}
      aria-label={texts.row.fireNamed(id)}
      title={texts.row.fire}
      disabled={fire.isPending}
      onClick={() => fire.mutate()}
    >
      <Zap aria-hidden className="size-4" />
      {isNamed && texts.row.fire}
    </RightButton>
  );
}
