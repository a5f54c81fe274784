import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import { roles } from '../../../../contracts/access/roles.ts';
import { createKey } from '../../api/access.ts';
import type { CreatedApiKey, NewApiKey } from '../../api/access.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { DialogForm } from '../../components/dialogs/dialog-form.tsx';
import { Dialog, DialogActions } from '../../components/dialogs/dialog.tsx';
import { Marks } from '../../components/schema-form/marks.tsx';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { linesOf } from '../../components/schema-form/schema-fields.ts';
import { useRight } from '../../api/use-right.ts';
import { texts } from './texts.ts';

const lives = [7, 30, 90, 365];

const emptyDraft = { name: '', user: '', roles: '', isLimited: false, tools: '', days: '90' };
type Draft = typeof emptyDraft;

function keyOf({ name, user, roles: given, isLimited, tools, days }: Draft): NewApiKey {
  const chosen = roles.filter((role) => linesOf(given).includes(role));
  return {
    name: name.trim(),
    ...(user.trim() && { user: user.trim() }),
    ...(chosen.length > 0 && { roles: chosen }),
    ...(isLimited && { tools: linesOf(tools) }),
    ...(days !== '' && { expiresInDays: Number(days) }),
  };
}

/** Creates a key, and shows it, once. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyDraft);
  const save = useMutation({ mutationFn: () => createKey(keyOf(draft)) });
  const isAdmin = useRight('administer');
  const tools = useQuery(queries.tools());
  const problems = problemsOf(save.error);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  if (save.data) return <Created created={save.data} onClose={onClose} />;
  return (
    <Dialog title={texts.dialog.title} isOpen isKept onClose={onClose}>
      <DialogForm
        save={save}
        action={texts.dialog.create}
        onClose={onClose}
        paths={['name', 'user', 'roles', 'tools', 'expiresInDays']}
      >
        <TextField
          label={texts.dialog.name}
          help={texts.dialog.nameHelp}
          isRequired
          maxLength={100}
          problems={problemsAt(problems, 'name')}
          value={draft.name}
          onChange={(name) => set({ name })}
        />
        {isAdmin && (
          <TextField
            label={texts.dialog.user}
            help={texts.dialog.userHelp}
            problems={problemsAt(problems, 'user')}
            value={draft.user}
            onChange={(user) => set({ user })}
          />
        )}
        <Marks
          label={texts.dialog.roles}
          help={texts.dialog.rolesHelp}
          isRequired={false}
          problems={problemsAt(problems, 'roles')}
          choices={[...roles]}
          text={draft.roles}
          onChange={(chosen) => set({ roles: chosen })}
        />
        <SelectField
          label={texts.dialog.tools}
          value={draft.isLimited ? 'some' : 'any'}
          onChange={(choice) => set({ isLimited: choice === 'some' })}
          options={[
            ['any', texts.dialog.anyTool],
            ['some', texts.dialog.someTools],
          ]}
        />
        {draft.isLimited && (
          <Marks
            label={texts.dialog.selected}
            help={undefined}
            isRequired
            problems={problemsAt(problems, 'tools')}
            choices={(tools.data?.items ?? []).map(({ name }) => name)}
            text={draft.tools}
            onChange={(chosen) => set({ tools: chosen })}
          />
        )}
        <SelectField
          label={texts.dialog.expires}
          problems={problemsAt(problems, 'expiresInDays')}
          value={draft.days}
          onChange={(days) => set({ days })}
          options={[
            ...lives.map((days) => [String(days), texts.dialog.days(days)] as const),
            ['', texts.keys.never],
          ]}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The key, which nobody can read again. */
function Created({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(created.key);
      toast.success(texts.created.copied);
    } catch {
      toast.error(texts.created.failed);
    }
  }
  return (
    <Dialog title={texts.created.title(created.name)} isOpen isKept onClose={onClose}>
      <p className="mb-3">{texts.created.once}</p>
      <code
        aria-label={texts.created.key}
        role="group"
        className="block rounded-md bg-canvas p-2 font-mono text-[12px] select-all wrap-anywhere"
      >
        {created.key}
      </code>
      <DialogActions>
        <Button className="max-md:min-h-11" onClick={onClose}>
          {texts.created.done}
        </Button>
        <Button look="primary" className="max-md:min-h-11" onClick={() => void copy()}>
          {texts.created.copy}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
