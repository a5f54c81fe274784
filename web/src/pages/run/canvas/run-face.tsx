import { RotateCw } from 'lucide-react';
import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import { dollars, tokens } from '../../../components/values/figures.ts';
import { LookBadge } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import type { NodeStatusLook } from '../node-status.ts';
import type { Totals } from '../totals.ts';
import { tellingLine } from './summary.ts';
import { texts } from '../texts.ts';
import { useCallInside } from '../../../api/streams/run-stream.ts';
import { useRunContext } from '../run-context.ts';
import { texts as runTexts } from '../../../components/runs/texts.ts';
import { waitOf } from '../../../../../contracts/runs/step-wait.ts';

/** About as much as fits on a card. */
const mostCharacters = 34;

/**
 * What happens in a node at this moment, in a few words: the last that its model said, or the tool that runs.
 * @returns an empty text where nothing does.
 */
function useLiveLine(nodePath: string, active: StepView | undefined): string {
  const { run, moment } = useRunContext();
  const call = useCallInside(run.id, nodePath);
  const said = moment === undefined && call && (call.text || call.reasoning);
  if (said) return lastOf(said);
  if (!active) return '';
  const wait = waitOf(active);
  if (wait) return wait.behind === undefined ? wait.reason : runTexts.queued(wait.behind);
  return active.kind === 'tool' || moment !== undefined ? active.label : '';
}

/** The end of a text, from a word's beginning on. */
function lastOf(text: string): string {
  const line = text
    .slice(-4 * mostCharacters)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line.length <= mostCharacters && line.length === text.trim().length) return line;
  return `…${line.slice(-mostCharacters).replace(/^\S* /, '')}`;
}

/** How a node stands, as its card shows it. */
export type Standing = {
  /** From the run's root. */
  nodePath: string;
  state: NodeView | undefined;
  look: NodeStatusLook;
  totals: Totals | undefined;
  active: StepView | undefined;
  /** Whether the pipeline that it is in has ended. */
  isOver: boolean;
};

/** What a card shows of how its node stands: its border the status, its footer time and usage. */
export function faceOf({ nodePath, state, look, totals, active, isOver }: Standing) {
  const status = state?.status ?? 'pending';
  const isUntouched = status === 'pending' || status === 'skipped';
  const isUnreached = isOver && status === 'pending';
  const line =
    status === 'running' ? (
      <LiveLine nodePath={nodePath} active={active} />
    ) : (
      outcomeLine(state, look.note)
    );
  return {
    line,
    border: isUntouched ? 'var(--line-strong)' : look.colour,
    isIdle: isUnreached || status === 'skipped',
    footer: isUnreached ? (
      <span className="text-muted">{texts.canvas.notReached}</span>
    ) : (
      <Foot state={state} look={look} totals={totals} />
    ),
  };
}

/** What a node gave, or why it gave nothing; undefined where neither is known. */
function outcomeLine(state: NodeView | undefined, note: string | undefined) {
  if (state?.error) return <CardLine text={state.error.message} isBad />;
  const text = note ?? tellingLine(state?.output);
  return text ? <CardLine text={text} /> : undefined;
}

function LiveLine({ nodePath, active }: Pick<Standing, 'nodePath' | 'active'>) {
  const text = useLiveLine(nodePath, active);
  return text && <CardLine text={text} isLive />;
}

type CardLineProps = { text: string; isBad?: boolean; isLive?: boolean };

function CardLine({ text, isBad = false, isLive = false }: CardLineProps) {
  return (
    <p
      data-line
      title={text}
      className={`truncate text-[12px] ${isBad ? 'text-bad' : isLive ? 'text-busy' : 'text-text'}`}
    >
      {text}
    </p>
  );
}

type FootProps = {
  state: NodeView | undefined;
  look: NodeStatusLook;
  totals: Totals | undefined;
};

function Foot({ state, look, totals }: FootProps) {
  const used = (totals?.inputTokens ?? 0) + (totals?.outputTokens ?? 0);
  const again = totals ? totals.retries + totals.failovers : 0;
  return (
    <>
      <span className="shrink-0" title={look.note}>
        <LookBadge look={look} />
      </span>
      {/* What it has no room for is left out, the last first; the status stays whole. */}
      <span className="ml-auto flex h-[1lh] min-w-0 flex-wrap justify-end gap-x-2.5 overflow-hidden pl-2.5 whitespace-nowrap text-muted">
        {state?.startedAt && !state.keptFrom && (
          <span>
            <Took start={state.startedAt} end={state.endedAt} />
          </span>
        )}
        {again > 0 && (
          <span className="card-extra inline-flex items-center gap-0.5 text-wait">
            <RotateCw aria-hidden className="size-3" />
            <span className="sr-only">{texts.canvas.again}</span>
            {again}
          </span>
        )}
        {used > 0 && <span className="card-extra">{texts.canvas.tokens(tokens(used))}</span>}
        {totals && totals.costUsd !== null && totals.costUsd > 0 && (
          <span className="card-extra">{dollars(totals.costUsd)}</span>
        )}
      </span>
    </>
  );
}
