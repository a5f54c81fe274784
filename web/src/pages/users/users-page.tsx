import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { UserView } from '../../../../contracts/api/index.ts';
import { switches, switchesIn } from '../../../../contracts/tools/switches.ts';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { UserDialog } from './user-dialog.tsx';
import { WithCode } from '../../components/values/with-code.tsx';
import { texts } from './texts.ts';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { usualUser } from '../../../../contracts/base/usual-user.ts';
import { queries } from '../../api/queries.ts';
import { useRight } from '../../api/use-right.ts';
import { Table } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { permissionsText } from './permissions-text.ts';
import { planTitles } from './plan-titles.ts';

/** More of those for whom nothing is set are not asked for one by one. */
const most = 50;

/** Those for whom something is set, and those for whom models were called, by name. */
function useUsers() {
  const query = useInfiniteQuery(queries.users());
  const costs = useQuery({ ...queries.costs('user'), staleTime: 60_000 });
  const set = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const seen = new Set([usualUser, ...(costs.data?.items ?? []).flatMap(({ key }) => key ?? [])]);
  const others = [...seen].filter((id) => !set.some((user) => user.id === id));
  const answers = useQueries({
    queries: others.slice(0, most).map((id) => ({ ...queries.user(id), enabled: query.isSuccess })),
  });
  const users: UserView[] = [...set, ...answers.flatMap(({ data }) => data ?? [])];
  return { query, users: users.toSorted((one, other) => one.id.localeCompare(other.id)) };
}

const settings = ['BATON_PLAN', ...switches.map(({ setting }) => setting)]
  .map((name) => `\`${name}\``)
  .join(' and ');

/** What each user may do with tools: the plan, the tools, and the switches. */
export function UsersPage(): ReactNode {
  const { query, users } = useUsers();
  const isAdmin = useRight('administer');
  const [edited, setEdited] = useState<UserView | 'new'>();
  return (
    <>
      <PageHeader title={texts.page.title}>
        {isAdmin && (
          <Button look="primary" className="max-md:min-h-11" onClick={() => setEdited('new')}>
            <Plus aria-hidden className="size-3.5" />
            {texts.page.add}
          </Button>
        )}
      </PageHeader>
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {() => <UserTable users={users} {...(isAdmin && { onEdit: setEdited })} />}
        </Loaded>
        <MoreButton query={query} title={texts.page.more} />
        <p className="mt-3 max-w-prose text-[12px] text-muted">
          {texts.page.note} <WithCode text={settings} />.
          {switches.map(({ name, note }) => (
            <Fragment key={name}>
              {' '}
              <WithCode text={note} />
            </Fragment>
          ))}
        </p>
      </div>
      {edited && (
        <UserDialog
          user={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

type UserTableProps = {
  users: UserView[];
  /** Left out, nothing can be changed. */
  onEdit?: (user: UserView) => void;
};

/** What each user may do with tools, and when that was changed. */
function UserTable({ users, onEdit }: UserTableProps) {
  return (
    <Table
      label={texts.page.title}
      items={users}
      keyOf={({ id }) => id}
      columns={[
        {
          title: texts.table.user,
          cell: ({ id }) => <span className="font-medium">{id}</span>,
          className: 'min-w-24 wrap-break-word',
        },
        {
          title: texts.table.roles,
          cell: ({ roles }) =>
            roles.length > 0 ? (
              roles.join(', ')
            ) : (
              <span className="text-muted">{texts.table.noRoles}</span>
            ),
        },
        {
          title: texts.table.groups,
          cell: ({ groups }) => groups.join(', '),
          className: 'wrap-anywhere',
          isMinor: true,
        },
        {
          title: texts.table.plan,
          cell: ({ plan, own }) => (
            <Setting text={planTitles[plan]} isOwn={own !== null && own.plan !== null} />
          ),
        },
        ...switches.map(({ name, title }) => ({
          title,
          cell: (user: UserView) => {
            const isOn = switchesIn(user)[name];
            return (
              <Setting
                text={isOn ? texts.table.on : texts.table.off}
                colour={isOn ? '' : 'text-muted'}
                isOwn={switchesIn(user.own ?? {})[name] != null}
              />
            );
          },
        })),
        {
          title: texts.table.tools,
          cell: permissionsText,
          className: 'wrap-anywhere md:min-w-48',
          isMinor: true,
        },
        {
          title: texts.table.changed,
          cell: ({ changedAt }) => (changedAt === null ? 'never' : <Ago instant={changedAt} />),
          className: 'whitespace-nowrap text-muted',
          isMinor: true,
        },
        ...(onEdit
          ? [
              {
                title: texts.table.edit,
                isTitleHidden: true,
                cell: (user: UserView) => (
                  <Button
                    look="quiet"
                    className="max-md:min-h-11"
                    aria-label={texts.table.editUser(user.id)}
                    onClick={() => onEdit(user)}
                  >
                    {texts.table.edit}
                  </Button>
                ),
                className: 'text-right',
              },
            ]
          : []),
      ]}
    />
  );
}

type SettingProps = { text: string; isOwn: boolean; colour?: string };

/** A setting, and whether it is everyone's. */
function Setting({ text, isOwn, colour = '' }: SettingProps) {
  return (
    <>
      <span className={`font-medium ${colour}`}>{text}</span>
      {!isOwn && <span className="block text-[12px] text-muted">{texts.table.default}</span>}
    </>
  );
}
