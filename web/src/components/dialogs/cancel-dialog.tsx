import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { RunSummary } from '../../../../contracts/api/index.ts';
import { cancelRun } from '../../api/pipelines.ts';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field, controlLook } from '../controls/field.tsx';
import { texts } from './texts.ts';

type CancelDialogProps = {
  what: 'run' | 'task';
  run: Pick<RunSummary, 'id' | 'status'>;
  onClose: () => void;
};

/** Asks before a run or a task is stopped, and why it is. */
export function CancelDialog({ what, run, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.id, reason.trim()),
    onSuccess: (stopping) => {
      client.setQueryData(['run', run.id], stopping);
      for (const queryKey of [['runs'], ['tasks']]) void client.invalidateQueries({ queryKey });
    },
    onError: (error) => toast.error(error.message),
    onSettled: onClose,
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    cancel.mutate();
  }
  return (
    <Dialog title={texts.cancel.title(what)} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p className="mb-4 text-muted">
          {run.status === 'pending' ? texts.cancel.pending : texts.cancel.running}
        </p>
        <Field label={texts.cancel.reason}>
          {(control) => (
            <input
              {...control}
              value={reason}
              maxLength={500}
              onChange={({ target }) => setReason(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>
            {run.status === 'pending' ? texts.cancel.keepPending(what) : texts.cancel.keepRunning}
          </Button>
          <Button type="submit" look="danger" disabled={cancel.isPending}>
            {texts.cancel.confirm(what)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
