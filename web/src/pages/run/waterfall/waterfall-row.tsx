import { ArrowRightLeft, ChevronDown, ChevronRight, RotateCw } from 'lucide-react';
import type { CSSProperties } from 'react';
import { memo } from 'react';
import { statusLooks } from '../../../components/runs/status.tsx';
import { duration } from '../../../components/values/time.tsx';
import { tokens } from '../../../components/values/figures.ts';
import { failoversOf, retriesOf } from '../totals.ts';
import { Bar } from './bar.tsx';
import { labelWidth, timeRoom } from './measures.ts';
import { iconOf, statusOf } from './row-looks.ts';
import type { Row } from './rows.ts';
import type { TimeScale } from './time-scale.ts';
import { texts } from '../texts.ts';

type RowProps = {
  domId: string;
  row: Row;
  scale: TimeScale;
  title: string;
  isSelected: boolean;
  /** Where the keyboard is. */
  isActive: boolean;
  isFolded: boolean;
  style: CSSProperties;
  onOpen: () => void;
  onFold: (nodePath: string, isFolded: boolean) => void;
};

export const WaterfallRow = memo(function WaterfallRow(props: RowProps) {
  const { domId, row, scale, title, isSelected, isActive, isFolded, style, onOpen, onFold } = props;
  const Icon = iconOf(row);
  const status = statusOf(row);
  // A server's clock may be ahead of this one.
  const length = Math.max(0, (row.end ?? scale.window.end) - row.start);
  const canFold = row.type === 'group' && row.hasRows;
  return (
    <div
      id={domId}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={canFold ? !isFolded : undefined}
      onClick={onOpen}
      className={`absolute inset-x-0 flex cursor-pointer items-center ${isSelected ? 'bg-hover' : 'hover:bg-hover'} ${isActive ? 'waterfall-active' : ''}`}
      style={style}
    >
      <span
        className="flex shrink-0 items-center gap-1.5 overflow-hidden pr-2"
        style={{ width: labelWidth, paddingLeft: 8 + row.depth * 16 }}
      >
        <span
          aria-hidden
          className="grid size-4 shrink-0 place-items-center text-muted"
          onClick={(event) => {
            if (!canFold) return;
            event.stopPropagation();
            onFold(row.nodePath, !isFolded);
          }}
        >
          {canFold &&
            (isFolded ? (
              <ChevronRight className="size-3.5" />
            ) : (
              <ChevronDown className="size-3.5" />
            ))}
        </span>
        <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
        <span className={`truncate ${row.type === 'group' ? 'font-medium' : ''}`}>{title}</span>
        <span className="sr-only">{[statusLooks[status].label, ...remarks(row)].join(', ')}</span>
        <Marks row={row} />
      </span>
      <span className="relative h-full flex-1" style={{ marginRight: timeRoom }}>
        <Bar row={row} status={status} scale={scale} label={duration(length)} />
      </span>
    </div>
  );
});

/** What should not be missed: attempts, other models, tokens. */
function Marks({ row }: { row: Row }) {
  if (row.type === 'group') return null;
  const { inputTokens, outputTokens } = row.step;
  const used = (inputTokens ?? 0) + (outputTokens ?? 0);
  const failovers = failoversOf(row.step);
  const retries = retriesOf(row.step);
  return (
    <span aria-hidden className="ml-auto flex shrink-0 items-center gap-1.5 text-[11px] text-muted">
      {failovers > 0 && (
        <span
          className="inline-flex items-center gap-0.5 text-wait"
          title={texts.timeline.failedOver}
        >
          <ArrowRightLeft className="size-3" />
          {failovers}
        </span>
      )}
      {retries > 0 && (
        <span className="inline-flex items-center gap-0.5 text-wait" title={texts.timeline.retried}>
          <RotateCw className="size-3" />
          {retries}
        </span>
      )}
      {used > 0 && <span>{tokens(used)}</span>}
    </span>
  );
}

function remarks(row: Row): string[] {
  if (row.type === 'group') return row.count > 0 ? [texts.timeline.stepCount(row.count)] : [];
  const [failovers, retries] = [failoversOf(row.step), retriesOf(row.step)];
  return [
    ...(failovers > 0 ? [texts.timeline.failovers(failovers)] : []),
    ...(retries > 0 ? [texts.timeline.retries(retries)] : []),
  ];
}
