import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../notices/toast.ts';
import type { RunSummary } from '../../../../contracts/api/index.ts';
import { cancelRun } from '../../api/pipelines.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { texts } from './texts.ts';

type CancelDialogProps = {
  what: 'run' | 'task';
  run: Pick<RunSummary, 'id' | 'status'>;
  onClose: () => void;
};

/** Asks before a run or a task is stopped, and why it is. */
export function CancelDialog({ what, run, onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: (reason: string) => cancelRun(run.id, reason),
    onSuccess: (stopping) => {
      client.setQueryData(['run', run.id], stopping);
      for (const queryKey of [['runs'], ['tasks']]) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast.error(error.message),
    onSettled: onClose,
  });
  const isPending = run.status === 'pending';
  return (
    <ReasonDialog
      title={texts.cancel.title(what)}
      label={texts.cancel.reason}
      keep={isPending ? texts.cancel.keepPending(what) : texts.cancel.keepRunning}
      confirm={texts.cancel.confirm(what)}
      isPending={cancel.isPending}
      onClose={onClose}
      onConfirm={cancel.mutate}
    >
      {isPending ? texts.cancel.pending : texts.cancel.running}
    </ReasonDialog>
  );
}
