import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/notices/toast.ts';
import type { UserView, FieldProblem } from '../../../../contracts/api/index.ts';
import { roles } from '../../../../contracts/access/roles.ts';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { switches } from '../../../../contracts/tools/switches.ts';
import { queries } from '../../api/queries.ts';
import { createSignInLink, setUser } from '../../api/users.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../components/dialogs/dialog-form.tsx';
import { problemsAt, problemsOf } from '../../components/schema-form/problems-at.ts';
import { TextField } from '../../components/controls/text-field.tsx';
import { useSettled } from '../../components/hooks/use-settled.ts';
import { changesOf, draftOf } from './settings.ts';
import { texts } from './texts.ts';
import type { DomainSwitch } from '../../../../contracts/domain.ts';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { plans } from '../../../../contracts/tools/tools.ts';
import { Marks } from '../../components/schema-form/marks.tsx';
import { SelectField } from '../../components/controls/select-field.tsx';
import { planTitles } from './plan-titles.ts';
import type { SettingsDraft } from './settings.ts';

type UserDialogProps = { user: UserView | undefined; onClose: () => void };

/** Sets what a user may do with tools. A switch that is turned is asked about once more. */
export function UserDialog({ user, onClose }: UserDialogProps) {
  const [name, setName] = useState(user?.id ?? '');
  const [before] = useState(() => draftOf(user ?? { own: null, roles: [], groups: [] }));
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
      // Somebody new has no other way in, unless by single sign-on.
      const mayNeedLink = !user && draft.roles !== '';
      toast.success(texts.dialog.saved(id), {
        ...(mayNeedLink && {
          action: { label: texts.dialog.link, onClick: () => void copySignInLink(id) },
        }),
      });
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
          'roles',
          'groups',
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
        {id !== usualUser && (
          <Marks
            label={texts.fields.roles}
            help={texts.fields.rolesHelp}
            isRequired={false}
            problems={problemsAt(problems, 'roles')}
            choices={[...roles]}
            text={draft.roles}
            onChange={(chosen) => setDraft({ ...draft, roles: chosen })}
          />
        )}
        <TextField
          label={texts.fields.groups}
          help={texts.fields.groupsHelp}
          problems={problemsAt(problems, 'groups')}
          value={draft.groups}
          onChange={(groups) => setDraft({ ...draft, groups })}
        />
        <SettingsFields draft={draft} onChange={setDraft} problems={problems} />
        {user && user.roles.length > 0 && <SignInLink user={user.id} />}
      </DialogForm>
    </Dialog>
  );
}

async function copySignInLink(user: string): Promise<void> {
  await navigator.clipboard.writeText(await createSignInLink(user));
  toast.success(texts.dialog.linkCopied(user));
}

/** Copies a link with which somebody else signs in. */
function SignInLink({ user }: { user: string }) {
  const link = useMutation({
    mutationFn: () => copySignInLink(user),
  });
  return (
    <div>
      <Button disabled={link.isPending} onClick={() => link.mutate()}>
        {texts.dialog.link}
      </Button>
      <p className="mt-1 text-[12px] text-muted">{texts.dialog.linkHelp}</p>
      {link.error && (
        <p role="alert" className="mt-1 text-bad">
          {link.error.message}
        </p>
      )}
    </div>
  );
}

type SwitchConfirmProps = {
  user: string;
  turned: DomainSwitch;
  /** `on`, `off`, or empty for as everyone. */
  choice: string;
  act: () => Promise<string>;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before a switch of a user is turned. */
function SwitchConfirm({ user, turned, choice, ...dialog }: SwitchConfirmProps) {
  const { on, off, asEveryone } = turned.confirm;
  const { title, action, outcome } = choice === 'on' ? on : choice === 'off' ? off : asEveryone;
  return (
    <ConfirmDialog title={`${title} ${user}?`} action={action} keep={texts.dialog.back} {...dialog}>
      <p>{outcome}</p>
    </ConfirmDialog>
  );
}

type SettingsFieldsProps = {
  draft: SettingsDraft;
  onChange: (draft: SettingsDraft) => void;
  problems: FieldProblem[];
};

/** Asks for the plan, the switches, and the tools of a user. */
function SettingsFields({ draft, onChange, problems }: SettingsFieldsProps) {
  const tools = useQuery(queries.tools());
  const names = (tools.data?.items ?? []).map(({ name }) => name);
  const set = (change: Partial<SettingsDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <SelectField
        label={texts.fields.plan}
        help={texts.fields.planHelp}
        problems={problemsAt(problems, 'plan')}
        value={draft.plan}
        onChange={(plan) => set({ plan })}
        options={[
          ['', texts.fields.default],
          ...plans.map((plan) => [plan, planTitles[plan]] as const),
        ]}
      />
      {switches.map(({ name, title, help }) => (
        <SelectField
          key={name}
          label={title}
          help={help}
          problems={problemsAt(problems, name)}
          value={draft.switches[name] ?? ''}
          onChange={(state) => set({ switches: { ...draft.switches, [name]: state } })}
          options={[
            ['', texts.fields.default],
            ['on', texts.table.on],
            ['off', texts.table.off],
          ]}
        />
      ))}
      <SelectField
        label={texts.fields.tools}
        value={draft.isLimited ? 'some' : 'any'}
        onChange={(choice) => set({ isLimited: choice === 'some' })}
        options={[
          ['any', texts.fields.anyTool],
          ['some', texts.fields.someTools],
        ]}
      />
      {draft.isLimited && (
        <Marks
          label={texts.fields.allowed}
          help={texts.fields.allowedHelp}
          isRequired={false}
          problems={problemsAt(problems, 'allowedTools')}
          choices={names}
          text={draft.allowed}
          onChange={(allowed) => set({ allowed })}
        />
      )}
      <Marks
        label={texts.fields.denied}
        help={undefined}
        isRequired={false}
        problems={problemsAt(problems, 'deniedTools')}
        choices={names}
        text={draft.denied}
        onChange={(denied) => set({ denied })}
      />
    </>
  );
}
