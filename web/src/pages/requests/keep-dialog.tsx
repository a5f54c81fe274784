import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import type { ChatBody } from '../../../../contracts/models/model-request.ts';
import { keepExample } from '../../api/requests.ts';
import { Field, controlLook } from '../../components/controls/field.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { DialogForm } from '../../components/dialogs/dialog-form.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { texts } from './texts.ts';

type KeepDialogProps = {
  request: ChatBody;
  requestId?: string | undefined;
  /** What the fields begin with. */
  name: string;
  expected: string;
  onClose: () => void;
};

/** Keeps a request with the answer that one expects. */
export function KeepDialog({ request, requestId, onClose, ...initial }: KeepDialogProps) {
  const [name, setName] = useState(initial.name);
  const [expected, setExpected] = useState(initial.expected);
  const [labels, setLabels] = useState('');
  const save = useMutation({
    mutationFn: () =>
      keepExample({
        name,
        expected,
        labels: labels.split(',').flatMap((label) => label.trim() || []),
        request,
        ...(requestId !== undefined && { requestId }),
      }),
    onSuccess() {
      toast.success(texts.keep.done);
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  return (
    <Dialog title={texts.keep.title} isOpen onClose={onClose} isKept>
      <DialogForm
        save={save}
        action={texts.keep.action}
        onClose={onClose}
        paths={['name', 'expected', 'labels']}
      >
        <TextField
          label={texts.keep.name}
          isRequired
          maxLength={200}
          problems={problemsAt(problems, 'name')}
          value={name}
          onChange={setName}
        />
        <Field
          label={texts.keep.expected}
          help={texts.keep.expectedHelp}
          problems={problemsAt(problems, 'expected')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={6}
              value={expected}
              onChange={({ target }) => setExpected(target.value)}
              className={controlLook}
            />
          )}
        </Field>
        <TextField
          label={texts.keep.labels}
          help={texts.keep.labelsHelp}
          problems={problemsAt(problems, 'labels')}
          value={labels}
          onChange={setLabels}
        />
        <p className="text-muted">{texts.keep.note}</p>
      </DialogForm>
    </Dialog>
  );
}
