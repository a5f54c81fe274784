import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { DialogActions } from './dialog.tsx';
import { problemsElsewhere, problemsOf } from '../schema-form/problems-at.ts';
import { texts } from './texts.ts';

type DialogFormProps = {
  /** What is sent when the form is. */
  save: { isPending: boolean; error: Error | null; mutate: () => void };
  /** What the button says that sends it. */
  action: string;
  onClose: () => void;
  /** What the fields show the problems of, as their paths name it; what is wrong elsewhere is said below them. */
  paths: string[];
  children: ReactNode;
};

/** Fields in a dialog that are sent together. */
export function DialogForm({ save, action, onClose, paths, children }: DialogFormProps) {
  const problems = problemsOf(save.error);
  const elsewhere = problemsElsewhere(problems, paths);
  const said = problems.length === 0 && save.error ? [save.error.message] : elsewhere;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {children}
      {said.length > 0 && (
        <div role="alert" className="text-bad">
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <DialogActions isSticky>
        <Button onClick={onClose}>{texts.cancelForm}</Button>
        <Button look="primary" type="submit" disabled={save.isPending}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
