import type { NodeStatus } from '../../../../../contracts/runs/run.ts';
import { statusLooks } from '../../../components/runs/status.tsx';
import type { Row } from './rows.ts';
import type { TimeScale } from './time-scale.ts';
import { texts } from '../texts.ts';

type BarProps = { row: Row; status: NodeStatus; scale: TimeScale; label: string };

/**
 * When something was done: a thin line for a node, a full bar for a model call, a hollow one for a tool.
 * Its colour is plain where all went well.
 */
export function Bar({ row, status, scale, label }: BarProps) {
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
        className="absolute top-1/2 -translate-y-1/2 px-1.5 text-[11px] whitespace-nowrap text-muted"
        style={{ left: `${Math.max(to, from + 0.005) * 100}%` }}
      >
        {label}
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
