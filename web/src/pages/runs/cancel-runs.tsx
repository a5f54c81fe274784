import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';
import { cancelRun } from '../../api/pipelines.ts';
import { ReasonDialog } from '../../components/dialogs/reason-dialog.tsx';
import { texts } from './texts.ts';

type CancelRunsProps = { ids: readonly string[]; onClose: () => void; onCancelled: () => void };

/** Asks before several runs are stopped, and why they are. */
export function CancelRuns({ ids, onClose, onCancelled }: CancelRunsProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: (reason: string) => Promise.allSettled(ids.map((id) => cancelRun(id, reason))),
    onSuccess: (results) => {
      const failed = results.find((result) => result.status === 'rejected');
      const stopping = results.filter(({ status }) => status === 'fulfilled').length;
      if (stopping > 0) toast.success(texts.cancelAll.stopping(stopping));
      if (failed) toast.error(String((failed.reason as Error).message));
      void client.invalidateQueries({ queryKey: ['runs'] });
      onCancelled();
    },
    onSettled: onClose,
  });
  return (
    <ReasonDialog
      title={texts.cancelAll.title(ids.length)}
      label={texts.cancelAll.reason}
      keep={texts.cancelAll.keep}
      confirm={texts.cancelAll.cancel}
      isPending={cancel.isPending}
      onClose={onClose}
      onConfirm={cancel.mutate}
    >
      {texts.cancelAll.note}
    </ReasonDialog>
  );
}
