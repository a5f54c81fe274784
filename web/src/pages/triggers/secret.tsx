import { useMutation } from '@tanstack/react-query';
import { toast } from '../../components/notices/toast.ts';
import type { TriggerView } from '../../../../contracts/api/index.ts';
import { renewSecret } from '../../api/triggers.ts';
import { CopyButton } from '../../components/controls/copy-button.tsx';
import { RightButton } from '../../components/controls/right-button.tsx';
import { ago } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

/** Where a webhook is called, and its secret, which is shown once. */
export function Secret({ trigger }: { trigger: TriggerView }) {
  const { id, url, secretAt } = trigger;
  const renew = useMutation({
    // Whether there was one before is not known any more once it is made.
    mutationFn: async (isReplaced: boolean) => ({ ...(await renewSecret(id)), isReplaced }),
    onError: (error) => toast.error(error.message),
  });
  const made = renew.data;
  const isKey = trigger.definition['auth'] === 'key';
  return (
    <>
      <dt className="text-muted">{texts.secret.url}</dt>
      <dd className="flex items-center gap-1">
        <span className="min-w-0 font-mono text-[12px] wrap-anywhere">{url}</span>
        {url !== null && <CopyButton text={url} what={texts.secret.copied.url} />}
      </dd>
      <dt className="text-muted">{texts.secret.title}</dt>
      <dd className="flex flex-col items-start gap-2">
        {made ? (
          <>
            <div className="flex items-center gap-1">
              <code className="min-w-0 rounded border border-line bg-raised px-2 py-1 text-[12px] wrap-anywhere select-all">
                {made.secret}
              </code>
              <CopyButton text={made.secret} what={texts.secret.copied.secret} />
            </div>
            <p className="text-wait">
              {texts.secret.once} {made.isReplaced && texts.secret.oldStays}
            </p>
            <p className="text-muted">{isKey ? texts.secret.key : texts.secret.signature}</p>
          </>
        ) : (
          <>
            <span>{secretAt === null ? texts.secret.none : texts.secret.since(ago(secretAt))}</span>
            <RightButton
              right="operate"
              disabled={renew.isPending}
              onClick={() => renew.mutate(secretAt !== null)}
            >
              {secretAt === null ? texts.secret.make : texts.secret.renew}
            </RightButton>
          </>
        )}
      </dd>
    </>
  );
}
