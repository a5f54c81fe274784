import { Link } from '@tanstack/react-router';
import type { ToolAttemptView } from '../../../../contracts/api/index.ts';
import { FoldedValues } from '../../components/values/folded-values.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { Ago, duration } from '../../components/values/time.tsx';
import { words } from '../../components/values/words.ts';
import { outcomeLooks } from './outcome-looks.ts';
import { texts } from './texts.ts';

const columns: Column<ToolAttemptView>[] = [
  {
    title: texts.table.time,
    cell: ({ at }) => <Ago instant={at} />,
    className: 'whitespace-nowrap text-muted',
    isMinor: true,
  },
  { title: texts.table.tool, cell: toolCell },
  { title: texts.table.outcome, cell: outcomeCell },
  {
    title: texts.table.arguments,
    cell: argumentsCell,
    isMinor: true,
    className: 'w-full max-w-0 min-w-40',
  },
  { title: texts.table.caller, cell: byCell, isMinor: true, className: 'min-w-32' },
  {
    title: texts.table.duration,
    cell: tookCell,
    isFigure: true,
    isMinor: true,
    className: 'text-muted',
  },
];

/** Attempts at tool calls in rows, allowed or refused. */
export function AuditTable({ attempts }: { attempts: ToolAttemptView[] }) {
  return (
    <Table label={texts.page.title} items={attempts} keyOf={({ id }) => id} columns={columns} />
  );
}

function toolCell({ tool, version, sideEffect, at }: ToolAttemptView) {
  return (
    <>
      {version === null ? (
        <span className="font-mono text-[12px] font-medium">{tool}</span>
      ) : (
        <Link
          to="/tools/$name"
          params={{ name: tool }}
          className="font-mono text-[12px] font-medium hover:underline"
        >
          {tool}
        </Link>
      )}
      {version !== null && version > 1 && (
        <span className="font-mono text-[12px] text-muted">@{version}</span>
      )}
      {sideEffect && <span className="block text-[12px] text-muted">{texts.table.sideEffect}</span>}
      <span className="block text-[12px] text-muted md:hidden">
        <Ago instant={at} />
      </span>
    </>
  );
}

function outcomeCell({ outcome, code, message }: ToolAttemptView) {
  const { title, colour } = outcomeLooks[outcome];
  return (
    <>
      <span className={`whitespace-nowrap ${colour}`}>
        {title}
        {code !== null && `: ${words(code.toLowerCase()).toLowerCase()}`}
      </span>
      {message !== null && (
        <span className="block text-[12px] text-muted md:min-w-64">{message}</span>
      )}
    </>
  );
}

function argumentsCell({ args }: ToolAttemptView) {
  return <FoldedValues value={args} />;
}

function byCell({ user, agent, runId }: ToolAttemptView) {
  return (
    <>
      <span>
        {agent ?? user}
        {agent !== null && <span className="text-muted"> {texts.table.forUser(user)}</span>}
      </span>
      {runId.startsWith('run_') && (
        <Link
          to="/runs/$runId"
          params={{ runId }}
          className="block text-[12px] whitespace-nowrap text-accent hover:underline"
        >
          {texts.table.openRun}
        </Link>
      )}
    </>
  );
}

function tookCell({ executionMs, cached }: ToolAttemptView) {
  if (cached) return texts.table.cached;
  return executionMs === null ? null : duration(executionMs);
}
