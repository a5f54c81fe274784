import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toast } from '../notices/toast.ts';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { texts } from './texts.ts';

type ConfirmDialogProps = {
  /** The question, such as `Delete nightly-report?`. */
  title: string;
  /** What the button says that does it. */
  action: string;
  /** What the button says that leaves everything as it is. @default 'Keep it' */
  keep?: string;
  onClose: () => void;
  /** Does it, and gives what is then said of it. */
  act: () => Promise<string>;
  onDone?: () => void;
  /** What comes of it. */
  children: ReactNode;
};

/** Asks before something is done that cannot be taken back, and tells why where it cannot be done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep = texts.keep, onClose, act, onDone, children } = props;
  const doing = useMutation({
    mutationFn: act,
    onSuccess: (said) => {
      toast.success(said);
      onClose();
      onDone?.();
    },
  });
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div>{children}</div>
      {doing.error && (
        <p role="alert" className="mt-3 text-bad">
          {doing.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{keep}</Button>
        <Button look="danger" disabled={doing.isPending} onClick={() => doing.mutate()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
