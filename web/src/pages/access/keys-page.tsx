import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { revokeKey } from '../../api/access.ts';
import type { ApiKey } from '../../api/access.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { AccessFrame } from './access-frame.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { texts } from './texts.ts';

/** The API keys that people and programs have: who has which, what it may do, and when it was used. */
export function KeysPage() {
  const query = useQuery(queries.keys());
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const create = (
    <Button look="primary" className="max-md:min-h-11" onClick={() => setIsCreating(true)}>
      <Plus aria-hidden className="size-3.5" />
      {texts.keys.create}
    </Button>
  );
  return (
    <AccessFrame tab={texts.page.keys} actions={create}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {({ items }) =>
          items.length > 0 ? (
            <KeyTable keys={items} onRevoke={setRevoked} />
          ) : (
            <EmptyState title={texts.keys.empty}>
              <Button onClick={() => setIsCreating(true)}>{texts.keys.createFirst}</Button>
            </EmptyState>
          )
        }
      </Loaded>
      {isCreating && <KeyDialog onClose={() => setIsCreating(false)} />}
      {revoked && (
        <ConfirmDialog
          title={texts.keys.revokeTitle(revoked.name)}
          action={texts.keys.revoke}
          keep={texts.page.keep}
          act={async () => {
            await revokeKey(revoked.id);
            return texts.keys.wasRevoked(revoked.name);
          }}
          onClose={() => setRevoked(undefined)}
        >
          <p>{texts.keys.revokeOutcome}</p>
        </ConfirmDialog>
      )}
    </AccessFrame>
  );
}

type KeyTableProps = { keys: ApiKey[]; onRevoke: (key: ApiKey) => void };

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <Table
      label={texts.page.keys}
      items={keys}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.keys.name, cell: nameCell, className: 'wrap-anywhere' },
        { title: texts.keys.user, cell: userCell, className: 'wrap-anywhere' },
        {
          title: texts.keys.roles,
          cell: ({ roles }) => roles?.join(', ') ?? <Muted text={texts.keys.allRoles} />,
          isMinor: true,
        },
        {
          title: texts.keys.tools,
          cell: ({ tools }) => tools?.join(', ') ?? <Muted text={texts.keys.allTools} />,
          className: 'wrap-anywhere',
          isMinor: true,
        },
        {
          title: texts.keys.expires,
          cell: expiresCell,
          className: 'whitespace-nowrap',
          isMinor: true,
        },
        {
          title: texts.keys.lastUsed,
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? <Muted text={texts.keys.never} /> : <Ago instant={lastUsedAt} />,
          className: 'whitespace-nowrap',
          isMinor: true,
        },
        {
          title: texts.keys.revoke,
          isTitleHidden: true,
          cell: (key) =>
            key.revokedAt === null ? (
              <Button
                look="quiet"
                className="max-md:min-h-11"
                aria-label={texts.keys.revokeKey(key.name)}
                onClick={() => onRevoke(key)}
              >
                {texts.keys.revoke}
              </Button>
            ) : (
              <span className="inline-flex min-h-8 items-center px-3 text-muted">
                {texts.keys.revoked}
              </span>
            ),
          className: 'text-right',
        },
      ]}
    />
  );
}

function nameCell(key: ApiKey) {
  const { name, id } = key;
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="block font-mono text-[12px] text-muted">{id}</span>
      <span className="block text-[12px] text-muted md:hidden">
        <Terms {...key} />
      </span>
    </>
  );
}

/** What the columns say that a phone has no room for. */
function Terms({ roles, tools, expiresAt }: ApiKey) {
  return (
    <>
      {texts.keys.roles}: {roles?.join(', ') ?? texts.keys.allRoles} · {texts.keys.tools}:{' '}
      {tools?.join(', ') ?? texts.keys.allTools} · {texts.keys.expires}:{' '}
      {expiresCell({ expiresAt })}
    </>
  );
}

/** Who made it, where that is another: such a key decides nothing. */
function userCell({ user, createdBy }: ApiKey) {
  const isOwn = createdBy === user || (user === usualUser && createdBy === 'operator');
  return (
    <>
      {user}
      {!isOwn && (
        <span className="block text-[12px] text-muted">{texts.keys.cannotDecide(createdBy)}</span>
      )}
    </>
  );
}

function expiresCell({ expiresAt }: Pick<ApiKey, 'expiresAt'>) {
  if (expiresAt === null) return <Muted text={texts.keys.never} />;
  if (Date.parse(expiresAt) <= Date.now()) return <Muted text={texts.keys.expired} />;
  return <Ago instant={expiresAt} />;
}

function Muted({ text }: { text: string }) {
  return <span className="text-muted">{text}</span>;
}
