import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { controlLook, Field } from '../controls/field.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

type ReasonDialogProps = {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** What the field for the reason is called. */
  label: string;
  /** The button that leaves everything as it is. */
  keep: string;
  confirm: string;
  isPending: boolean;
  onClose: () => void;
  /** With the reason; empty where none was given. */
  onConfirm: (reason: string) => void;
};

/** Asks before something is stopped, and why it is. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, label, keep, confirm, isPending, onClose, onConfirm } = props;
  const [reason, setReason] = useState('');
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onConfirm(reason.trim());
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={onSubmit}>
        <p className="mb-4 text-muted">{children}</p>
        <Field label={label}>
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
          <Button onClick={onClose}>{keep}</Button>
          <Button type="submit" look="danger" disabled={isPending}>
            {confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
