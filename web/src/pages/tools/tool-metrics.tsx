import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ToolMetricsView } from '../../../../contracts/api/index.ts';
import { queries } from '../../api/queries.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SelectFilter } from '../../components/controls/select-filter.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import { duration } from '../../components/values/time.tsx';
import { errorsText } from './errors-text.ts';
import { texts } from './texts.ts';

const windows = [
  { value: '1h', title: texts.metrics.windows.hour },
  { value: '24h', title: texts.metrics.windows.day },
  { value: '7d', title: texts.metrics.windows.week },
  { value: '30d', title: texts.metrics.windows.month },
];

type Version = ToolMetricsView['versions'][number];

/** How the calls of a tool went, by version. */
export function ToolMetrics({ name }: { name: string }) {
  const [window, setWindow] = useState('24h');
  const query = useQuery({ ...queries.toolMetrics(name, window), refetchInterval: 15_000 });
  return (
    <section aria-labelledby="metrics" className="mt-5 border-t border-line pt-4">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h3 id="metrics" className="mr-auto font-semibold">
          {texts.metrics.title}
        </h3>
        <SelectFilter
          label={texts.metrics.window}
          value={window}
          options={windows}
          onChange={setWindow}
        />
        <Link to="/audit" search={{ tool: name }} className="text-accent hover:underline">
          {texts.metrics.openAudit}
        </Link>
      </div>
      <Loaded query={query} skeleton={<SkeletonRows count={2} />}>
        {({ calls, versions }) =>
          calls === 0 ? (
            <p className="text-muted">{texts.metrics.empty}</p>
          ) : (
            <Table
              label={texts.metrics.label}
              items={versions}
              keyOf={({ version }) => String(version)}
              columns={[
                {
                  title: texts.details.version,
                  cell: ({ version }) => version ?? 'none',
                  isMinor: true,
                },
                {
                  title: texts.metrics.title,
                  cell: (one) => wholeNumber(one.calls),
                  isFigure: true,
                },
                { title: texts.metrics.refused, cell: refusedCell, isFigure: true },
                { title: texts.metrics.fromCache, cell: cacheCell, isFigure: true },
                {
                  title: texts.metrics.median,
                  cell: ({ p50Ms }) => timeText(p50Ms),
                  isFigure: true,
                  isMinor: true,
                },
                {
                  title: '95th percentile',
                  cell: ({ p95Ms }) => timeText(p95Ms),
                  isFigure: true,
                  isMinor: true,
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function refusedCell({ refused, failed, errors }: Version) {
  const count = refused + failed;
  return (
    <>
      <span className={count > 0 ? 'text-bad' : ''}>{wholeNumber(count)}</span>
      {count > 0 && (
        <span className="block text-[12px] whitespace-normal text-muted">{errorsText(errors)}</span>
      )}
    </>
  );
}

function cacheCell({ cacheHits, calls }: Version) {
  if (calls === 0) return null;
  return `${wholeNumber(cacheHits)} (${Math.round((cacheHits / calls) * 100)} %)`;
}

const timeText = (milliseconds: number | null) =>
  milliseconds === null ? '' : duration(milliseconds);
