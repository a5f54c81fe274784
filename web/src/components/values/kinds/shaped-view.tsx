import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';
import { useDomain } from '../../../domain.ts';
import { decimal } from '../figures.ts';
import { JsonView } from '../json-view.tsx';
import { Table } from '../table.tsx';
import { texts } from '../texts.ts';
import { words } from '../words.ts';
import { kindOf } from './kind-of.ts';
import type { Shaped } from './kind-of.ts';
import { LargeOutput } from './large-output.tsx';
import { LineChart } from './line-chart.tsx';

const Markdown = lazy(() => import('./markdown.tsx'));

/** An output as what it is: a report to read, a decision with its reason, a chart, a table. */
export function ShapedView({ shaped }: { shaped: Shaped }) {
  const View = views[shaped.kind] as (shaped: Shaped) => ReactNode;
  return View(shaped);
}

type Views = { [Kind in Shaped['kind']]: (shaped: Shaped & { kind: Kind }) => ReactNode };

const views = {
  large: ({ reference }) => (
    <LargeOutput
      key={reference.artifact}
      reference={reference}
      draw={(value) => <PartView value={value} />}
    />
  ),
  decision: ({ decision, why, rest }) => (
    <>
      <p className="text-[15px] font-semibold">{words(decision)}</p>
      {why !== undefined && <Prose text={why} />}
      <Rest values={rest} />
    </>
  ),
  report: ({ report, rest }) => (
    <>
      <Prose text={report} />
      <Rest values={rest} />
    </>
  ),
  markdown: ({ text }) => <Prose text={text} />,
  chart: ({ name, points }) => <LineChart name={name} points={points} />,
  table: ({ columns, rows }) => (
    <Table<{ row: JsonObject; index: number }>
      label={texts.kinds.table}
      columns={columns.map((name) => ({
        title: words(name),
        isFigure: rows.every((row) => typeof row[name] === 'number'),
        cell: ({ row }) => cellText(row[name]),
      }))}
      items={rows.map((row, index) => ({ row, index }))}
      keyOf={({ index }) => String(index)}
    />
  ),
  parts: ({ parts }) => (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt className="mb-1 text-[12px] text-muted">{words(name)}</dt>
          <dd>
            <PartView value={value} />
          </dd>
        </div>
      ))}
    </dl>
  ),
} satisfies Views;

/** One of several outputs, drawn as it would be alone. */
function PartView({ value }: { value: Json }) {
  const drawn = useDomain(({ result }) => result?.(value));
  const shaped = kindOf(value);
  if (drawn !== undefined) return <Suspense fallback={<div className="h-40" />}>{drawn}</Suspense>;
  return shaped ? <ShapedView shaped={shaped} /> : <JsonView value={value} />;
}

/** Text as it was written, until what draws it is loaded. */
function Prose({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  );
}

function Rest({ values }: { values: JsonObject }) {
  if (Object.keys(values).length === 0) return null;
  return (
    <div className="mt-3 border-t border-line pt-3">
      <JsonView value={values} />
    </div>
  );
}

function cellText(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? decimal(value) : String(value);
}
