import type { UserView } from '../../../../contracts/api/index.ts';
import { switches, switchesIn } from '../../../../contracts/tools/switches.ts';
import { Button } from '../../components/controls/button.tsx';
import { Table } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { permissionsText } from './permissions-text.ts';
import { planTitles } from './plan-titles.ts';
import { texts } from './texts.ts';

type UserTableProps = { users: UserView[]; onEdit: (user: UserView) => void };

/** What each user may do with tools, and when that was changed. */
export function UserTable({ users, onEdit }: UserTableProps) {
  return (
    <Table
      label={texts.page.title}
      items={users}
      keyOf={({ id }) => id}
      columns={[
        {
          title: texts.table.user,
          cell: ({ id }) => <span className="font-medium">{id}</span>,
          className: 'wrap-anywhere',
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
                colour={isOn ? 'text-good' : 'text-bad'}
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
        {
          title: texts.table.edit,
          isTitleHidden: true,
          cell: (user) => (
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
