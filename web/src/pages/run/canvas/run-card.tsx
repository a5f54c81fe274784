import type { NodeProps } from '@xyflow/react';
import { use } from 'react';
import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import type { CardNode } from '../../../canvas/graph.ts';
import { isTrigger } from '../../../nodes/look.ts';
import { NodeCard } from '../../../canvas/node-card.tsx';
import { dollars, tokens } from '../../../components/values/figures.ts';
import { LookBadge, statusLooks } from '../../../components/runs/status.tsx';
import { Took } from '../../../components/values/took.tsx';
import type { NodeStatusLook } from '../node-status.ts';
import type { Totals } from '../totals.ts';
import { RunOverlay } from './run-overlay.ts';
import { texts } from '../texts.ts';
import { useCallInside } from '../../../api/streams/run-stream.ts';
import { joinPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { waitOf } from '../../../../../contracts/runs/step-wait.ts';

/** About as much as fits on a card. */
const mostCharacters = 20;

/**
 * What happens in a node at this moment, in a few words: the last that its model said, or the tool that runs.
 * @returns an empty text where nothing does.
 */
function useLiveLine(nodeId: string, active: StepView | undefined): string {
  const { run, place, moment } = useRunContext();
  const call = useCallInside(run.id, joinPath(place.inside ?? '', nodeId));
  const said = moment === undefined && call && (call.text || call.reasoning);
  if (said) return lastOf(said);
  if (!active || waitOf(active)) return '';
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

/** A node of a run: its border shows its status, its footer time and usage. */
export function RunCard({ id, data, selected }: NodeProps<CardNode>) {
  const { nodes, looks, totals, active, hasEnded } = use(RunOverlay);
  const { run } = useRunContext();
  if (isTrigger(data.node)) {
    return (
      <NodeCard
        node={data.node}
        size={data.size}
        selected={selected}
        footer={
          run.cause && (
            <span className="truncate text-muted">{new Date(run.cause.at).toLocaleString()}</span>
          )
        }
      />
    );
  }
  const look = looks.get(id) ?? statusLooks.pending;
  const state = nodes.get(id);
  const status = state?.status ?? 'pending';
  const isUntouched = status === 'pending' || status === 'skipped';
  const isUnreached = hasEnded && status === 'pending';
  return (
    <NodeCard
      node={data.node}
      size={data.size}
      selected={selected}
      border={isUntouched ? 'var(--line-strong)' : look.colour}
      isIdle={isUnreached || status === 'skipped'}
      footer={
        isUnreached ? (
          <span className="text-muted">{texts.canvas.notReached}</span>
        ) : (
          <Foot id={id} state={state} look={look} totals={totals.get(id)} active={active.get(id)} />
        )
      }
    />
  );
}

type FootProps = {
  id: string;
  state: NodeView | undefined;
  look: NodeStatusLook;
  totals: Totals | undefined;
  active: StepView | undefined;
};

function Foot({ id, state, look, totals, active }: FootProps) {
  const liveLine = useLiveLine(id, active);
  // Of both there is no room: what was used so far is shown when it is silent.
  const line = state?.status === 'running' ? liveLine : '';
  const used = (totals?.inputTokens ?? 0) + (totals?.outputTokens ?? 0);
  return (
    <>
      <span className="min-w-0 truncate" title={look.note}>
        <LookBadge look={look} />
      </span>
      {line && (
        <span className="card-extra mx-2 flex min-w-0 flex-1 justify-end overflow-hidden whitespace-nowrap text-muted">
          {line}
        </span>
      )}
      {/* It first gives way by what it has no room for; what it took stays whole. */}
      <span className="ml-auto flex h-[1lh] min-w-min shrink-[999] flex-wrap justify-end gap-x-2.5 overflow-hidden pl-2.5 whitespace-nowrap text-muted">
        {state?.startedAt && !state.keptFrom && (
          <Took start={state.startedAt} end={state.endedAt} />
        )}
        {used > 0 && line === '' && (
          <span className="card-extra">{texts.canvas.tokens(tokens(used))}</span>
        )}
        {line === '' && totals && totals.costUsd !== null && totals.costUsd > 0 && (
          <span className="card-extra">{dollars(totals.costUsd)}</span>
        )}
      </span>
    </>
  );
}
