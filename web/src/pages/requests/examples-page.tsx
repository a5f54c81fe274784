import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ExampleView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { deleteExample } from '../../api/requests.ts';
import { useRight } from '../../api/use-right.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { Menu } from '../../components/controls/menu.tsx';
import { MoreButton } from '../../components/controls/more-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { RequestsFrame } from './requests-frame.tsx';
import { texts } from './texts.ts';

/** What was kept for evaluation, newest first. */
export function ExamplesPage() {
  const query = useInfiniteQuery(queries.examples());
  const [deleted, setDeleted] = useState<ExampleView>();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <RequestsFrame
      tab={texts.page.examples}
      actions={
        items.length > 0 && (
          <a
            href="/api/v1/examples.jsonl"
            download="examples.jsonl"
            className={`${buttonLook('plain')} max-md:min-h-11`}
          >
            {texts.examples.export}
          </a>
        )
      }
    >
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {() =>
          items.length === 0 ? (
            <EmptyState title={texts.examples.empty}>
              <p className="text-muted">{texts.examples.emptyNote}</p>
              <Link to="/requests" className={buttonLook('plain')}>
                {texts.examples.toRequests}
              </Link>
            </EmptyState>
          ) : (
            <ExamplesTable examples={items} onDelete={setDeleted} />
          )
        }
      </Loaded>
      <MoreButton query={query} title={texts.examples.older} />
      {deleted && (
        <ConfirmDialog
          title={texts.examples.deleteTitle(deleted.name)}
          action={texts.examples.delete}
          onClose={() => setDeleted(undefined)}
          act={async () => {
            await deleteExample(deleted.id);
            return texts.examples.deleted;
          }}
        >
          <p>{texts.examples.deleteNote}</p>
        </ConfirmDialog>
      )}
    </RequestsFrame>
  );
}

type ExamplesTableProps = { examples: ExampleView[]; onDelete: (example: ExampleView) => void };

function ExamplesTable({ examples, onDelete }: ExamplesTableProps) {
  const navigate = useNavigate();
  const mayDelete = useRight('operate');
  return (
    <Table
      label={texts.page.examples}
      items={examples}
      keyOf={({ id }) => id}
      columns={[
        { title: texts.examples.name, cell: nameCell, className: 'min-w-40' },
        {
          title: texts.examples.expected,
          cell: ({ expected }) => <span className="line-clamp-2 wrap-anywhere">{expected}</span>,
          isMinor: true,
          className: 'w-full',
        },
        {
          title: texts.examples.keptBy,
          cell: ({ keptBy, createdAt }) => (
            <>
              {keptBy}
              <span className="block text-[12px] whitespace-nowrap text-muted">
                <Ago instant={createdAt} />
              </span>
            </>
          ),
          isMinor: true,
        },
        {
          title: texts.examples.actions,
          isTitleHidden: true,
          cell: (example) => (
            <Menu
              label={texts.examples.actionsOf(example.name)}
              items={[
                {
                  title: texts.examples.open,
                  icon: Play,
                  onSelect: () =>
                    void navigate({
                      to: '/requests/playground',
                      search: { example: example.id },
                    }),
                },
                ...(mayDelete
                  ? [
                      {
                        title: texts.examples.delete,
                        icon: Trash2,
                        isDangerous: true,
                        onSelect: () => onDelete(example),
                      },
                    ]
                  : []),
              ]}
            />
          ),
        },
      ]}
    />
  );
}

function nameCell({ id, name, labels }: ExampleView) {
  return (
    <>
      <Link
        to="/requests/playground"
        search={{ example: id }}
        className="font-medium wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      {labels.length > 0 && (
        <span className="block text-[12px] text-muted">{labels.join(', ')}</span>
      )}
    </>
  );
}
