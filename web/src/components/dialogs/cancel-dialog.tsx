import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { RunSummary, RunView } from '../../../../contracts/api/index.ts';
import { request } from '../../api/request.ts';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field, controlLook } from '../controls/field.tsx';

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
    mutationFn: () =>
      request<RunView>(`/api/v1/runs/${run.id}/cancel`, {
        method: 'POST',
        body: reason.trim() ? { reason: reason.trim() } : {},
      }),
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
    <Dialog title={`Cancel this ${what}?`} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p className="mb-4 text-muted">
          {run.status === 'pending'
            ? 'It has not begun, and never will. It stays on record.'
            : 'A model call is broken off, a tool that runs is let finish, and nothing new starts. What was done stays on record.'}
        </p>
        <Field label="Reason (optional)">
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
            {run.status === 'pending' ? 'Keep it' : 'Keep it going'}
          </Button>
          <Button type="submit" look="danger" disabled={cancel.isPending}>
            Cancel the {what}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
