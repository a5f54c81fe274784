import {
  ArrowRightLeft,
  ChevronDown,
  ChevronRight,
  RotateCw,
  Bot,
  Brain,
  CornerDownRight,
  MessageSquareText,
  Wrench,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { memo } from 'react';
import { statusLooks } from '../../../components/runs/status.tsx';
import { duration } from '../../../components/values/time.tsx';
import { tokens } from '../../../components/values/figures.ts';
import { failoversOf, retriesOf } from '../totals.ts';
import { labelWidth, timeRoom } from './measures.ts';
import type { Row } from './rows.ts';
import type { TimeScale } from '../film/time-scale.ts';
import { texts } from '../texts.ts';
import type { LucideIcon } from 'lucide-react';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { NodeStatus } from '../../../../../contracts/runs/run.ts';
import { kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import { attemptOf, delegationOf } from '../../../api/node-paths.ts';
import { waitOf } from '../../../../../contracts/runs/step-wait.ts';

type BarProps = {
  row: Row;
  status: NodeStatus;
  scale: TimeScale;
  label: string;
  isSelected: boolean;
};

/**
 * When something was done: a thin line for a node, a full bar for a model call, a hollow one for a tool.
 * Its colour is plain where all went well.
 */
function Bar({ row, status, scale, label, isSelected }: BarProps) {
  const from = scale.at(row.start);
  const to = scale.at(row.end ?? scale.window.end);
  const colour = status === 'completed' ? 'var(--muted)' : statusLooks[status].colour;
  return (
    <>
      <span
        aria-hidden
        className={`absolute top-1/2 min-w-1 -translate-y-1/2 rounded-[3px] ${shapes[shapeOf(row)]} ${row.end === undefined ? 'animate-pulse' : ''}`}
        style={{
          left: `${from * 100}%`,
          width: `${(to - from) * 100}%`,
          color: colour,
          borderColor: colour,
        }}
      />
      {row.type === 'step' && <FailedTries row={row} scale={scale} />}
      <span
        className="absolute top-1/2 -translate-y-1/2 px-1 text-[11px] whitespace-nowrap text-muted"
        style={{ left: `${Math.max(to, from + 0.005) * 100}%` }}
      >
        {/* On the colour of its row, so that it can be read over hatched time and the bars of others. */}
        <span
          className={`rounded-sm px-0.5 ${isSelected ? 'bg-hover' : 'bg-surface group-hover:bg-hover'}`}
        >
          {label}
        </span>
      </span>
    </>
  );
}

const shapes = {
  node: 'h-[3px] bg-current',
  model: 'h-3 bg-current',
  tool: 'h-3 border-[1.5px] bg-surface',
  memory: 'h-3 border-[1.5px] border-dashed bg-surface',
};

function shapeOf(row: Row): keyof typeof shapes {
  return row.type === 'group' ? 'node' : row.step.kind;
}

/** The models that were tried in vain, as the first parts of their call's bar. */
function FailedTries({ row, scale }: { row: Extract<Row, { type: 'step' }>; scale: TimeScale }) {
  let start = row.start;
  return (row.step.attempts ?? []).map(({ model, status, durationMs, error }, index) => {
    const from = scale.at(start);
    start += durationMs;
    if (status !== 'failed') return null;
    return (
      <span
        aria-hidden
        // The list only grows.
        key={index}
        title={texts.timeline.modelFailed(model, error?.message ?? texts.timeline.noReason)}
        className="absolute top-1/2 h-3 min-w-1 -translate-y-1/2 rounded-[3px] bg-bad"
        style={{ left: `${from * 100}%`, width: `${(scale.at(start) - from) * 100}%` }}
      />
    );
  });
}

const stepIcons = { model: MessageSquareText, tool: Wrench, memory: Brain };
const stepColors = { model: kindColor('model'), tool: kindColor('tool'), memory: '' };

function iconOf(row: Row): LucideIcon {
  if (row.type === 'step') return stepIcons[row.step.kind];
  if (row.node) return kindLook(row.node.kind as NodeKindName).icon;
  if (delegationOf(row.nodePath)) return Bot;
  return attemptOf(row.nodePath) > 1 ? RotateCw : CornerDownRight;
}

/** Colours as on the canvas: what a model says, and what acts. */
function colorOf(row: Row): string {
  if (row.type === 'step') return stepColors[row.step.kind];
  if (row.node) return kindColor(row.node.kind as NodeKindName);
  return delegationOf(row.nodePath) ? kindColor('agent') : '';
}

function statusOf(row: Row): NodeStatus {
  if (row.type === 'step') return waitOf(row.step) ? 'waiting' : row.step.status;
  if (row.node) return row.node.status;
  return row.end === undefined ? 'running' : 'completed';
}

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
      className={`group absolute inset-x-0 flex cursor-pointer items-center ${isSelected ? 'bg-hover' : 'hover:bg-hover'} ${isActive ? 'waterfall-active' : ''}`}
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
        <Icon aria-hidden className={`size-3.5 shrink-0 ${colorOf(row) || 'text-muted'}`} />
        <span className={`truncate ${row.type === 'group' ? 'font-medium' : ''}`}>{title}</span>
        <span className="sr-only">{[statusLooks[status].label, ...remarks(row)].join(', ')}</span>
        <Marks row={row} />
      </span>
      <span className="relative h-full flex-1" style={{ marginRight: timeRoom }}>
        <Bar
          row={row}
          status={status}
          scale={scale}
          label={duration(length)}
          isSelected={isSelected}
        />
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
      {used > 0 && <span className="max-md:hidden">{tokens(used)}</span>}
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
