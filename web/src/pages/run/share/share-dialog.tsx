import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../components/notices/toast.ts';
import type { ShareView } from '../../../../../contracts/api/index.ts';
import { createShare, revokeShare, sharesOf } from '../../../api/shares.ts';
import { Button } from '../../../components/controls/button.tsx';
import { SelectField } from '../../../components/controls/select-field.tsx';
import { Dialog, DialogActions } from '../../../components/dialogs/dialog.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { shareTexts } from './texts.ts';
import { fullTime } from '../../../components/values/instant.ts';

const texts = shareTexts.link;
const spans = [1, 7, 30, 90];

/** Makes a link that shows the run to people without an account, and lists and revokes those that there are. */
export default function ShareDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const [days, setDays] = useState('7');
  const shares = useQuery(sharesOf(runId));
  const create = useMutation({ mutationFn: () => createShare(runId, Number(days)) });
  const link = create.data?.link;
  return (
    <Dialog title={texts.title} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-muted">{texts.about}</p>
        {link === undefined ? (
          <SelectField
            label={texts.expires}
            problems={[]}
            value={days}
            onChange={setDays}
            options={spans.map((count) => [String(count), texts.days(count)] as const)}
          />
        ) : (
          <NewLink link={link} />
        )}
        {create.error && (
          <p role="alert" className="text-bad">
            {create.error.message}
          </p>
        )}
        {shares.data && shares.data.items.length > 0 && (
          <ul aria-label={texts.list} className="divide-y divide-line border-y border-line">
            {shares.data.items.map((share) => (
              <ShareRow key={share.id} runId={runId} share={share} />
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.close}</Button>
        {link === undefined && (
          <Button look="primary" disabled={create.isPending} onClick={() => create.mutate()}>
            {texts.create}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function NewLink({ link }: { link: string }) {
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success(texts.copied),
      (error: Error) => toast.error(error.message),
    );
  return (
    <div className="grid gap-1">
      <p className="text-wait">{texts.created}</p>
      <div className="flex gap-2">
        <input
          readOnly
          aria-label={texts.field}
          value={link}
          onFocus={({ target }) => target.select()}
          className="min-h-8 min-w-0 flex-1 rounded-md border border-line bg-raised px-2 font-mono text-[12px] max-md:min-h-11"
        />
        <Button onClick={() => void copy()}>{texts.copy}</Button>
      </div>
    </div>
  );
}

function ShareRow({ runId, share }: { runId: string; share: ShareView }) {
  const { id, createdBy, expiresAt, revokedAt, usedAt } = share;
  const revoke = useMutation({
    mutationFn: () => revokeShare(runId, id),
    onError: (error) => toast.error(error.message),
  });
  const isOver = Date.parse(expiresAt) < Date.now();
  const ended = revokedAt ? texts.revoked : isOver ? texts.expired : undefined;
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className={ended ? 'text-muted' : ''}>
          {ended ?? `${texts.until} ${fullTime(expiresAt)}`}{' '}
          <span className="text-muted">{texts.by(createdBy)}</span>
        </p>
        <p className="text-[12px] text-muted">
          {usedAt ? (
            <>
              {texts.opened} <Ago instant={usedAt} />
            </>
          ) : (
            texts.never
          )}
        </p>
      </div>
      {!ended && (
        <Button look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}
