import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { UserView } from '../../../../contracts/api/index.ts';
import { switches } from '../../../../contracts/tools/switches.ts';
import { queries } from '../../api/queries.ts';
import { setUser } from '../../api/users.ts';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../components/dialogs/dialog-form.tsx';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { useSettled } from '../../components/hooks/use-settled.ts';
import { changesOf, draftOf } from './settings.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SwitchConfirm } from './switch-confirm.tsx';
import { texts } from './texts.ts';

type UserDialogProps = { user: UserView | undefined; onClose: () => void };

/** Sets what a user may do with tools. A switch that is turned is asked about once more. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const [name, setName] = useState(user?.id ?? '');
  const [before] = useState(() => draftOf(user?.own ?? null));
  const [draft, setDraft] = useState(before);
  const changes = changesOf(before, draft);
  const [isAsking, setIsAsking] = useState(false);
  const id = name.trim();
  // What is set for a name already is to be seen before it is changed.
  const settled = useSettled(id);
  const typed = useQuery({ ...queries.user(settled), enabled: !user && settled !== '' });
  const isTaken = !user && typed.data?.id === id && typed.data.own !== null;
  const save = useMutation({
    mutationFn: () => setUser(id, changes),
    onSuccess: () => {
      toast.success(texts.dialog.saved(id));
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  const turned = switches.find((one) => draft.switches[one.name] !== before.switches[one.name]);
  if (isAsking && turned) {
    return (
      <SwitchConfirm
        user={id}
        turned={turned}
        choice={draft.switches[turned.name] ?? ''}
        act={async () => {
          await setUser(id, changes);
          return texts.dialog.saved(id);
        }}
        onClose={() => setIsAsking(false)}
        onDone={onClose}
      />
    );
  }
  const send = () => {
    if (isTaken) return;
    if (id !== '' && Object.keys(changes).length === 0) return onClose();
    if (turned && id !== '') setIsAsking(true);
    else save.mutate();
  };
  return (
    <Dialog
      title={user ? texts.dialog.editTitle(user.id) : texts.dialog.addTitle}
      isOpen
      isKept
      onClose={onClose}
    >
      <DialogForm
        save={{ ...save, mutate: send }}
        action={texts.dialog.save}
        onClose={onClose}
        paths={[
          'id',
          'plan',
          ...switches.map((declared) => declared.name),
          'allowedTools',
          'deniedTools',
        ]}
      >
        {!user && (
          <TextField
            label={texts.dialog.user}
            help={texts.dialog.userHelp}
            isRequired
            problems={[...problemsAt(problems, 'id'), ...(isTaken ? [texts.dialog.exists] : [])]}
            value={name}
            onChange={setName}
          />
        )}
        <SettingsFields draft={draft} onChange={setDraft} problems={problems} />
      </DialogForm>
    </Dialog>
  );
}
