import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { NodeView } from '../../../../../contracts/api/index.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { frameMeasures } from '../../../canvas/body/body.ts';
import { statusLooks } from '../../../components/runs/status.tsx';
import { countParts, partShown } from '../parts.ts';
import { useRunContext } from '../run-context.ts';
import { summaryOf } from './summary.ts';
import { texts } from '../texts.ts';

type PartBarProps = {
  node: PipelineNode;
  nodePath: string;
  state: NodeView | undefined;
  /** Of what is shown below. */
  path: string | undefined;
};

/** Above what a node runs: which item or round is shown, how all of them stand, and the way to see it alone. */
export function PartBar({ node, nodePath, state, path }: PartBarProps) {
  const { chosen, choosePart, enter, moment } = useRunContext();
  const parts = state?.parts ?? [];
  const shown = partShown(state, nodePath, chosen);
  const name = node.kind === 'loop' ? texts.canvas.round : texts.canvas.item;
  const choose = (number: number) => choosePart(nodePath, number);
  // What a map gives is what its items gave.
  const gave = node.kind === 'map' ? '' : summaryOf(state?.output);
  const line = state?.error?.message ?? gave;
  return (
    <div
      className="frame-bar flex shrink-0 items-center gap-2 border-y border-line bg-canvas px-3 text-[12px]"
      style={{ height: frameMeasures.bar }}
    >
      {shown !== undefined && (
        <div className="nodrag nopan nowheel flex shrink-0 items-center gap-1">
          <Step
            icon={ChevronLeft}
            name={texts.canvas.before(name)}
            isOff={shown === 1}
            onClick={() => choose(shown - 1)}
          />
          <select
            aria-label={texts.canvas.choose(name, node.title ?? node.id)}
            value={shown}
            onChange={({ target }) => choose(Number(target.value))}
            onClick={(event) => event.stopPropagation()}
            className="h-7 rounded-md border border-line bg-surface px-1"
          >
            {parts.map((status, index) => (
              // Parts are only added.
              <option key={index} value={index + 1}>
                {texts.canvas.part(name, index + 1, parts.length)}
                {moment === undefined && `, ${statusLooks[status].label}`}
              </option>
            ))}
          </select>
          <Step
            icon={ChevronRight}
            name={texts.canvas.after(name)}
            isOff={shown === parts.length}
            onClick={() => choose(shown + 1)}
          />
        </div>
      )}
      {shown !== undefined && moment === undefined && (
        <span className="shrink-0 font-medium">
          {countParts(parts).map(([status, count], index) => (
            <span key={status}>
              {index > 0 && ', '}
              <span style={{ color: statusLooks[status].colour }}>
                {texts.canvas.parts[status](count)}
              </span>
            </span>
          ))}
        </span>
      )}
      <span title={line} className={`min-w-0 truncate ${state?.error ? 'text-bad' : 'text-muted'}`}>
        {line}
      </span>
      {path !== undefined && (
        <button
          type="button"
          className="nodrag nopan ml-auto shrink-0 rounded text-accent underline"
          onClick={(event) => {
            event.stopPropagation();
            enter(path);
          }}
        >
          {texts.canvas.openAlone}
        </button>
      )}
    </div>
  );
}

type StepProps = { icon: LucideIcon; name: string; isOff: boolean; onClick: () => void };

function Step({ icon: Icon, name, isOff, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      disabled={isOff}
      className="grid size-7 place-items-center rounded-md border border-line bg-surface hover:bg-hover disabled:opacity-40"
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
