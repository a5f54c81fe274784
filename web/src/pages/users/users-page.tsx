import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { UserView } from '../../../../contracts/api/index.ts';
import { switches } from '../../../../contracts/tools/switches.ts';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { useUsers } from './use-users.ts';
import { UserDialog } from './user-dialog.tsx';
import { UserTable } from './user-table.tsx';
import { texts } from './texts.ts';

const settings = ['BATON_PLAN', ...switches.map(({ setting }) => setting)]
  .map((name) => `\`${name}\``)
  .join(' and ');

/** What each user may do with tools: the plan, the tools, and the switches. */
export function UsersPage(): ReactNode {
  const { query, users } = useUsers();
  const [edited, setEdited] = useState<UserView | 'new'>();
  return (
    <>
      <PageHeader title={texts.page.title}>
        <Button look="primary" className="max-md:min-h-11" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-3.5" />
          {texts.page.add}
        </Button>
      </PageHeader>
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
          {() => <UserTable users={users} onEdit={setEdited} />}
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

/** A text with what stands in backticks as code. */
function WithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
