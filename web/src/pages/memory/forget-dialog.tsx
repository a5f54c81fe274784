import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { forgetMemories } from '../../api/memory.ts';
import type { Forget } from '../../api/memory.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';

/** What is to be forgotten, in words and as the API takes it. */
export type Forgetting = { what: string; scope: Forget };

type ForgetDialogProps = Forgetting & { agent: string; onClose: () => void };

/** Asks before an agent forgets, since nothing brings it back. */
export function ForgetDialog({ agent, what, scope, onClose }: ForgetDialogProps) {
  const forget = useMutation({
    mutationFn: () => forgetMemories(agent, scope),
    onSuccess: (forgotten) => {
      toast.success(forgotten === 1 ? 'One memory is forgotten' : `${forgotten} are forgotten`);
      onClose();
    },
  });
  return (
    <Dialog title={`Forget ${what}?`} isOpen onClose={onClose}>
      <p>
        {agent} is told of it no more, and nothing brings it back. The records of the runs stay as
        they are.
      </p>
      {forget.error && (
        <p role="alert" className="mt-3 text-bad">
          {forget.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" disabled={forget.isPending} onClick={() => forget.mutate()}>
          Forget
        </Button>
      </DialogActions>
    </Dialog>
  );
}
