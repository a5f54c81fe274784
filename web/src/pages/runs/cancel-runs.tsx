import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import { cancelRun } from '../../api/pipelines.ts';
import { Button } from '../../components/controls/button.tsx';
import { controlLook, Field } from '../../components/controls/field.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import { texts } from './texts.ts';

type CancelRunsProps = { ids: readonly string[]; onClose: () => void; onCancelled: () => void };

/** Asks before several runs are stopped, and why they are. */
export function CancelRuns({ ids, onClose, onCancelled }: CancelRunsProps) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => Promise.allSettled(ids.map((id) => cancelRun(id, reason.trim()))),
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
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    cancel.mutate();
  }
  return (
    <Dialog title={texts.cancelAll.title(ids.length)} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p className="mb-4 text-muted">{texts.cancelAll.note}</p>
        <Field label={texts.cancelAll.reason}>
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
          <Button onClick={onClose}>{texts.cancelAll.keep}</Button>
          <Button type="submit" look="danger" disabled={cancel.isPending}>
            {texts.cancelAll.cancel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
