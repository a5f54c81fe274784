import { Link } from '@tanstack/react-router';
import type { RequestView } from '../../../../contracts/api/index.ts';
import { tokens } from '../../components/values/figures.ts';
import { Dollars } from '../../components/values/rounded.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { Ago, duration } from '../../components/values/time.tsx';
import { statusColours } from './status-colours.ts';
import { texts } from './texts.ts';

const columns: Column<RequestView>[] = [
  {
    title: texts.table.time,
    cell: ({ at }) => <Ago instant={at} />,
    className: 'whitespace-nowrap text-muted',
    isMinor: true,
  },
  { title: texts.table.request, cell: requestCell, className: 'w-full max-w-0 min-w-40' },
  { title: texts.table.status, cell: statusCell },
  { title: texts.table.caller, cell: callerCell, isMinor: true, className: 'min-w-28' },
  { title: texts.table.tokens, cell: tokensCell, isFigure: true, isMinor: true },
  {
    title: texts.table.duration,
    cell: ({ durationMs }) => duration(durationMs),
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
  {
    title: texts.table.cost,
    cell: ({ costUsd }) => costUsd && <Dollars amount={costUsd} />,
    isFigure: true,
  },
];

/** Calls of models in rows, each of which leads to all that is kept of it. */
export function RequestsTable({ requests }: { requests: RequestView[] }) {
  return (
    <Table label={texts.page.title} items={requests} keyOf={({ id }) => id} columns={columns} />
  );
}

function requestCell({ id, preview, model, at, callId, runId }: RequestView) {
  return (
    <>
      <Link
        to="/requests/$id"
        params={{ id }}
        className="row-link block truncate font-medium hover:underline max-md:min-h-6"
      >
        {preview || texts.table.noText}
      </Link>
      <span className="block truncate font-mono text-[12px] text-muted">
        {model}
        {runId !== null && ` · ${callId.slice(runId.length + 1)}`}
      </span>
      <span className="block text-[12px] text-muted md:hidden">
        <Ago instant={at} />
      </span>
    </>
  );
}

function statusCell({ status, tries }: RequestView) {
  return (
    <>
      <span className={statusColours[status]}>{texts.statuses[status]}</span>
      {tries > 1 && (
        <span className="block text-[12px] whitespace-nowrap text-muted">
          {texts.table.tries(tries)}
        </span>
      )}
    </>
  );
}

function callerCell({ user, agent, runId }: RequestView) {
  return (
    <>
      <span>{agent ?? user}</span>
      {runId === null ? (
        <span className="block text-[12px] text-muted">{texts.table.gateway}</span>
      ) : (
        <Link
          to="/runs/$runId"
          params={{ runId }}
          className="block text-[12px] whitespace-nowrap text-accent hover:underline"
        >
          {texts.detail.openRun}
        </Link>
      )}
    </>
  );
}

function tokensCell({ inputTokens, outputTokens }: RequestView) {
  if (inputTokens === null) return null;
  return texts.table.inOut(tokens(inputTokens), tokens(outputTokens ?? 0));
}
