import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import { usualUser } from '../../../../../contracts/base/usual-user.ts';
import { saveNotificationSettings } from '../../../api/notifications.ts';
import type { NotificationSettings } from '../../../api/notifications.ts';
import { queries } from '../../../api/queries.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogForm } from '../../../components/dialogs/dialog-form.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { problemsAt, problemsOf } from '../../../components/schema-form/problems-at.ts';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { latestDeliveries } from './latest-deliveries.ts';
import { texts } from '../texts.ts';
import type { HTMLInputTypeAttribute } from 'react';
import type { Delivery } from '../outcomes.ts';
import { Ago } from '../../../components/values/time.tsx';
import { outcomeOf } from '../outcomes.ts';

/** Where a user is told beside in the app. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<string>(usualUser);
  const [user, setUser] = useState(typed);
  const settings = useQuery({ ...queries.notificationSettings(user), staleTime: 0 });
  const choose = () => setUser(typed.trim() || usualUser);
  return (
    <Dialog title={texts.settings.title} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <Field
          label={texts.settings.user}
          help={texts.settings.userHelp}
          problems={problemsAt(problemsOf(settings.error), 'user')}
        >
          {(control) => (
            <input
              {...control}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onBlur={choose}
              onKeyDown={({ key }) => key === 'Enter' && choose()}
              className={controlLook}
            />
          )}
        </Field>
        <Loaded query={settings} skeleton={<SkeletonRows count={3} />}>
          {(set) => <SettingsForm key={user} user={user} set={set} onClose={onClose} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

type SettingsFormProps = { user: string; set: NotificationSettings; onClose: () => void };

function SettingsForm({ user, set, onClose }: SettingsFormProps) {
  const [webhook, setWebhook] = useState(set.webhook ?? '');
  const [email, setEmail] = useState(set.email ?? '');
  const { missing } = set;
  const told = useInfiniteQuery(queries.notifications({ user }));
  const latest = latestDeliveries(told.data?.pages.flatMap(({ items }) => items) ?? []);
  const save = useMutation({
    mutationFn: () =>
      saveNotificationSettings(user, {
        ...(webhook.trim() && { webhook: webhook.trim() }),
        ...(email.trim() && { email: email.trim() }),
      }),
    onSuccess: () => {
      toast.success(texts.settings.saved(user));
      onClose();
    },
  });
  const problems = problemsOf(save.error);
  return (
    <DialogForm
      save={save}
      action={texts.settings.save}
      onClose={onClose}
      paths={['webhook', 'email']}
    >
      <ChannelField
        label={texts.settings.webhook}
        help={texts.settings.webhookHelp}
        type="url"
        example="https://example.com/baton"
        address={webhook}
        onChange={setWebhook}
        problems={problemsAt(problems, 'webhook')}
        missing={missing.webhook}
        latest={latest.webhook}
      />
      <ChannelField
        label={texts.settings.email}
        help={texts.settings.emailHelp}
        type="email"
        example="you@example.com"
        address={email}
        onChange={setEmail}
        problems={problemsAt(problems, 'email')}
        missing={missing.email}
        latest={latest.email}
      />
    </DialogForm>
  );
}

type ChannelFieldProps = {
  label: string;
  help: string;
  type: HTMLInputTypeAttribute & ('url' | 'email');
  example: string;
  address: string;
  onChange: (address: string) => void;
  problems: string[];
  /** What to do before the channel can be used. */
  missing: string | undefined;
  latest: Delivery | undefined;
};

/** Asks for the address of a channel, and says whether the channel works. */
function ChannelField(props: ChannelFieldProps) {
  const { label, help, type, example, address, onChange, problems, missing, latest } = props;
  return (
    <div>
      <Field label={label} help={help} problems={problems}>
        {(control) => (
          <input
            {...control}
            type={type}
            inputMode={type}
            value={address}
            placeholder={example}
            onChange={({ target }) => onChange(target.value)}
            className={controlLook}
          />
        )}
      </Field>
      {missing && <p className="mt-1 text-[12px] text-wait">{missing}</p>}
      <LastDelivery delivery={latest} missing={missing} />
    </div>
  );
}

/** What became of the last message by a channel: whether the setting works. */
function LastDelivery({
  delivery,
  missing,
}: {
  delivery: Delivery | undefined;
  /** What is said already. */
  missing: string | undefined;
}) {
  if (!delivery) return null;
  const { target, attempts, endedAt } = delivery;
  const { title, colour, error } = outcomeOf(delivery);
  const at = endedAt ?? attempts.at(-1)?.startedAt;
  return (
    <p className="mt-1 text-[12px] wrap-anywhere text-muted">
      {texts.settings.last(target)} <span className={colour}>{title}</span>
      {at && (
        <>
          {' · '}
          <Ago instant={at} />
        </>
      )}
      {error && error !== missing && ` · ${error}`}
    </p>
  );
}
