import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endSession } from '../../api/access.ts';
import type { Session } from '../../api/access.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { AccessFrame } from './access-frame.tsx';
import { texts } from './texts.ts';

/** The browsers that are signed in: one's own, for admins those of everyone. */
export function SessionsPage() {
  const query = useQuery(queries.sessions());
  const [ended, setEnded] = useState<Session>();
  return (
    <AccessFrame tab={texts.page.sessions}>
      <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
        {({ items }) =>
          items.length > 0 ? (
            <SessionTable sessions={items} onEnd={setEnded} />
          ) : (
            <EmptyState title={texts.sessions.empty} />
          )
        }
      </Loaded>
      {ended && (
        <ConfirmDialog
          title={texts.sessions.endTitle(ended.user)}
          action={texts.sessions.confirm}
          keep={texts.page.keep}
          act={async () => {
            await endSession(ended.id);
            return texts.sessions.ended;
          }}
          onClose={() => setEnded(undefined)}
        >
          <p>{ended.current ? texts.sessions.endCurrent : texts.sessions.endOutcome}</p>
        </ConfirmDialog>
      )}
    </AccessFrame>
  );
}

const browsers = [
  ['Edge', /Edg\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari/],
] as const;
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** `Chrome 156 on Linux`, or what a browser says of itself where it is none of these. */
function browserName(userAgent: string | null): string {
  if (userAgent === null) return texts.sessions.unknown;
  const found = browsers.find(([, sign]) => sign.test(userAgent));
  const system = systems.find(([, sign]) => sign.test(userAgent));
  if (!found || !system) return userAgent;
  return `${found[0]} ${found[1].exec(userAgent)?.[1]} on ${system[0]}`;
}

type SessionTableProps = { sessions: Session[]; onEnd: (session: Session) => void };

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table
      label={texts.page.sessions}
      items={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: texts.sessions.user,
          cell: ({ user, current }) => (
            <>
              <span className="font-medium">{user}</span>
              {current && (
                <span className="block text-[12px] text-muted">{texts.sessions.current}</span>
              )}
            </>
          ),
          className: 'wrap-anywhere',
        },
        {
          title: texts.sessions.browser,
          cell: ({ userAgent }) => (
            <span title={userAgent ?? undefined}>{browserName(userAgent)}</span>
          ),
          className: 'text-muted wrap-anywhere',
          isMinor: true,
        },
        {
          title: texts.sessions.signedIn,
          cell: ({ createdAt }) => <Ago instant={createdAt} />,
          className: 'whitespace-nowrap',
          isMinor: true,
        },
        {
          title: texts.sessions.lastSeen,
          cell: ({ lastSeenAt }) => <Ago instant={lastSeenAt} />,
          className: 'whitespace-nowrap',
        },
        {
          title: texts.sessions.expires,
          cell: ({ expiresAt }) => <Ago instant={expiresAt} />,
          className: 'whitespace-nowrap',
          isMinor: true,
        },
        {
          title: texts.sessions.end,
          isTitleHidden: true,
          cell: (session) => (
            <Button
              look="quiet"
              className="max-md:min-h-11"
              aria-label={texts.sessions.endSession(session.user)}
              onClick={() => onEnd(session)}
            >
              {texts.sessions.end}
            </Button>
          ),
          className: 'text-right',
        },
      ]}
    />
  );
}
