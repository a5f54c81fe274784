import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OverviewSum } from '../../../../../contracts/api/index.ts';
import { wholeNumber } from '../../../components/values/figures.ts';
import { Dollars } from '../../../components/values/rounded.tsx';
import { duration } from '../../../components/values/time.tsx';
import { callsOf } from '../calls-of.ts';
import type { Period } from '../costs-search.ts';
import { texts } from '../texts.ts';
import { Count } from './overview-table.tsx';
import { shareOf } from './share.ts';

type FiguresProps = { totals: OverviewSum; from: string; period: Period };

/** A period at a glance: runs, failures, how long they took, what they cost. */
export function Figures({ totals, from, period }: FiguresProps) {
  const { runs, failed, retried, timedOut, medianMs, slowMs, costUsd, calls, unknownPriceCalls } =
    totals;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4">
      <Figure
        title={texts.health.runs}
        note={texts.health.completed(wholeNumber(totals.completed))}
        value={<Count count={runs} to={{ from }} name={texts.health.allRuns} />}
      />
      <Figure
        title={texts.health.failed}
        note={
          failed + timedOut > 0
            ? texts.health.rate(shareOf(totals), timedOut) + texts.health.retried(retried)
            : undefined
        }
        value={
          <Count
            count={failed}
            to={{ from, status: 'failed' }}
            name={texts.health.failedRuns}
            isBad
          />
        }
      />
      <Figure
        title={texts.health.median}
        note={slowMs === null ? undefined : texts.health.slowest(duration(slowMs))}
        value={medianMs === null ? '–' : duration(medianMs)}
      />
      <Figure
        title={texts.chart.cost}
        note={
          unknownPriceCalls > 0 ? (
            <span className="text-wait">{texts.totals.unknown(callsOf(unknownPriceCalls))}</span>
          ) : (
            callsOf(calls)
          )
        }
        value={
          <Link
            to="/costs"
            search={{ by: 'run', period }}
            title={texts.health.dearest}
            className="hover:underline"
          >
            <Dollars amount={costUsd} />
          </Link>
        }
      />
    </dl>
  );
}

function Figure({ title, value, note }: { title: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-[12px] text-muted">{title}</dt>
      <dd className="text-[20px] leading-7 font-semibold">{value}</dd>
      <dd className="min-h-[18px] text-[12px] text-muted">{note}</dd>
    </div>
  );
}
