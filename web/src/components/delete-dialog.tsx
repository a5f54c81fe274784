import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

type DeleteDialogProps = {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  remove: () => Promise<void>;
  onDeleted?: () => void;
  /** What comes of it. */
  children: ReactNode;
};

/** Asks before something is deleted, and tells why where it cannot be. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, isOpen, onClose, remove, onDeleted, children } = props;
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: () => {
      toast.success(`${name} is deleted`);
      onClose();
      onDeleted?.();
    },
  });
  return (
    <Dialog title={`Delete ${name}?`} isOpen={isOpen} onClose={onClose}>
      <p>{children}</p>
      {removal.error && (
        <p role="alert" className="mt-3 text-bad">
          {removal.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  );
}
