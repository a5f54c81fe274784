import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { tokens, wholeNumber } from '../../components/values/figures.ts';
import type { MenuPlace } from '../../components/controls/context-menu.tsx';
import { inputText } from '../../components/controls/input-text.ts';
import { runColumns } from '../../components/runs/run-columns.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { runFilterOf } from './run-filter.ts';
import { texts } from './texts.ts';

const columns: Column<ListedRun>[] = [
  {
    title: texts.table.pipeline,
    cell: pipelineCell,
    className: 'max-md:w-full max-md:max-w-0',
  },
  runColumns.status,
  {
    title: texts.table.input,
    cell: inputCell,
    isMinor: true,
    className: 'w-full max-w-0 min-w-40 truncate',
  },
  { title: texts.table.user, cell: userCell, isMinor: true },
  {
    title: texts.table.started,
    cell: ({ createdAt }) => <Ago instant={createdAt} />,
    isMinor: true,
    className: 'whitespace-nowrap text-muted',
  },
  runColumns.took,
  {
    title: texts.table.tokens,
    cell: tokenCell,
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
  runColumns.cost,
];

type RunTableProps = {
  runs: ListedRun[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

const RunMenu = lazy(() => import('./run-menu.tsx'));
const CancelDialog = lazy(async () => ({
  default: (await import('../../components/dialogs/cancel-dialog.tsx')).CancelDialog,
}));

/** Runs in rows; each leads to its page, can be selected, and has a menu behind the right button. */
export function RunTable({ runs, selected, onSelect }: RunTableProps) {
  const [menu, setMenu] = useState<{ run: ListedRun; place: MenuPlace }>();
  const [cancelling, setCancelling] = useState<ListedRun>();
  const choice: Column<ListedRun> = {
    title: texts.table.select,
    isTitleHidden: true,
    className: 'w-9',
    cell: ({ id, title, pipeline }) => (
      // Above the link that all of the row is, and as large as a finger.
      <label className="relative z-10 grid size-9 place-items-center max-md:size-11">
        <input
          type="checkbox"
          aria-label={texts.table.selectRun(title ?? pipeline, id)}
          checked={selected.has(id)}
          onChange={({ target }) => onSelect(id, target.checked)}
          className="size-4 accent-(--accent)"
        />
      </label>
    ),
  };
  return (
    <>
      <Table
        label={texts.table.label}
        items={runs}
        keyOf={({ id }) => id}
        columns={[choice, ...columns]}
        onMenu={(run, place) => setMenu({ run, place })}
      />
      <Suspense>
        {menu && (
          <RunMenu
            // One opens after the other.
            key={`${menu.run.id} ${menu.place.x} ${menu.place.y}`}
            {...menu}
            onCancel={() => setCancelling(menu.run)}
            onClose={() => setMenu(undefined)}
          />
        )}
        {cancelling && (
          <CancelDialog what="run" run={cancelling} onClose={() => setCancelling(undefined)} />
        )}
      </Suspense>
    </>
  );
}

/** On a phone the input and the time stand below: there is no column for them. */
function pipelineCell({ id, title, pipeline, input, createdAt, triedNode, retryOf }: ListedRun) {
  const name = title ?? pipeline;
  return (
    <>
      <Link
        to="/runs/$runId"
        params={{ runId: id }}
        title={`${name} · ${id}`}
        className="row-link block font-medium hover:underline md:max-w-64 md:truncate"
      >
        {name}
      </Link>
      {triedNode !== null && (
        <span className="block truncate text-[12px] text-muted">
          {texts.table.onlyNode(triedNode)}
        </span>
      )}
      {triedNode === null && retryOf !== null && (
        <span title={retryOf} className="block truncate text-[12px] text-muted">
          {texts.table.retryOf(retryOf.slice(-6))}
        </span>
      )}
      <span className="block text-[12px] text-muted md:hidden">
        <Ago instant={createdAt} />
        <span className="line-clamp-2 font-mono wrap-anywhere">{inputText(input)}</span>
      </span>
    </>
  );
}

function inputCell({ input }: ListedRun) {
  const text = inputText(input);
  return (
    <span title={text} className="font-mono text-[12px] text-muted">
      {text}
    </span>
  );
}

function userCell({ user }: ListedRun) {
  return (
    <Link
      to="/runs"
      search={(search) => runFilterOf({ ...search, user })}
      title={texts.table.runsOf(user)}
      className="text-muted hover:text-text hover:underline"
    >
      {user}
    </Link>
  );
}

function tokenCell({ usage: { inputTokens, outputTokens } }: ListedRun) {
  return (
    <span title={texts.table.tokensUsed(wholeNumber(inputTokens), wholeNumber(outputTokens))}>
      {tokens(inputTokens + outputTokens)}
    </span>
  );
}
