import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { toast } from 'sonner';
import type { RunView } from '../../../../contracts/api/index.ts';
import { request } from '../../api/request.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { useRunContext } from './run-context.ts';

/** The button that stops a run, with a question first; says that it is stopping until it has. */
export function CancelRun() {
  const { run, hasEnded, isStopping } = useRunContext();
  const [isOpen, setIsOpen] = useState(false);
  if (hasEnded) return null;
  if (isStopping) {
    return (
      <Button look="danger" disabled>
        Stopping
      </Button>
    );
  }
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        <CircleStop aria-hidden className="size-4" />
        Cancel
      </Button>
      <Dialog title="Cancel this run?" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <CancelForm run={run} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function CancelForm({ run, onDone }: { run: RunView; onDone: () => void }) {
  const [reason, setReason] = useState('');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () =>
      request<RunView>(`/api/v1/runs/${run.id}/cancel`, {
        method: 'POST',
        body: reason.trim() ? { reason: reason.trim() } : {},
      }),
    onSuccess: (stopping) => client.setQueryData(['run', run.id], stopping),
    onError: (error) => toast.error(error.message),
    onSettled: onDone,
  });
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    cancel.mutate();
  }
  return (
    <form onSubmit={onSubmit}>
      <p className="text-muted">
        A model call is broken off, a tool that runs is let finish, and nothing new starts. What was
        done stays on record.
      </p>
      <label className="mt-4 block">
        <span className="text-muted">Reason (optional)</span>
        <input
          value={reason}
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
          className="mt-1 min-h-9 w-full rounded-md border border-line bg-surface px-2"
        />
      </label>
      <DialogActions>
        <Button onClick={onDone}>Keep it going</Button>
        <Button type="submit" look="danger" disabled={cancel.isPending}>
          Cancel the run
        </Button>
      </DialogActions>
    </form>
  );
}
