import { useMutation } from '@tanstack/react-query';
import { toast } from 'sonner';
import { deletePipeline } from '../../api/pipelines.ts';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions } from '../../components/dialog.tsx';

type DeleteDialogProps = {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

/** Asks before a pipeline is deleted, and tells why where it cannot be. */
export function DeleteDialog({ name, isOpen, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useMutation({
    mutationFn: () => deletePipeline(name),
    onSuccess: () => {
      toast.success(`${name} is deleted`);
      onClose();
      onDeleted();
    },
  });
  return (
    <Dialog title={`Delete ${name}?`} isOpen={isOpen} onClose={onClose}>
      <p>
        Its versions go with it. Runs that were started keep their own copy and go on. Where Baton
        ships a pipeline under this name, that one is back.
      </p>
      {remove.error && (
        <p role="alert" className="mt-3 text-bad">
          {remove.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
