import { Circle } from 'lucide-react';
import { LookBadge } from '../../../components/runs/status.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Took } from '../../../components/values/took.tsx';
import { isKind } from '../../../document/raw.ts';
import { kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import { tellingLine } from '../canvas/summary.ts';
import { nodeStatusLook } from '../node-status.ts';
import { onceIn } from '../placed-nodes.ts';
import type { PlacedNode } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';

/** What has happened in a run, one node after the other as they began: what came of it, how long it took. */
export function Story() {
  const { placed, pending } = useRunContext();
  // What waits for a decision stands above, to be decided.
  const asked = new Set(pending.map(({ nodePath }) => nodePath));
  const begun = onceIn(placed)
    .filter(({ node, path }) => node.startedAt !== null && !asked.has(path))
    .toSorted((one, other) => startOf(one) - startOf(other));
  if (begun.length === 0) return null;
  return (
    <Section title={texts.details.story}>
      <ol className="grid">
        {begun.map((part) => (
          <Part key={part.path} part={part} />
        ))}
      </ol>
    </Section>
  );
}

const startOf = ({ node }: PlacedNode) => Date.parse(node.startedAt ?? '');

function Part({ part: { path, title, node } }: { part: PlacedNode }) {
  const { run, openNode } = useRunContext();
  const kind = isKind(node.kind) ? kindLook(node.kind) : undefined;
  const Icon = kind?.icon ?? Circle;
  const look = nodeStatusLook(node, { nodePath: path, agents: run.interrupted });
  const line = node.error?.message ?? look.note ?? tellingLine(node.output);
  return (
    <li className="relative border-l border-line pb-3 pl-5 last:pb-0">
      <span className="absolute top-1 -left-3 grid size-6 place-items-center rounded-full border border-line bg-surface">
        <Icon
          aria-label={kind?.title ?? node.kind}
          className={`size-3.5 ${isKind(node.kind) ? kindColor(node.kind) : ''}`}
        />
      </span>
      <button
        type="button"
        onClick={() => openNode(path)}
        className="min-h-11 w-full rounded-md px-1 text-left hover:bg-hover"
      >
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium wrap-anywhere">{title}</span>
          <LookBadge look={look} />
          {node.startedAt && (
            <span className="text-[12px] text-muted">
              <Took start={node.startedAt} end={node.endedAt} />
            </span>
          )}
        </span>
        {line && (
          <span className={`line-clamp-3 wrap-anywhere ${node.error ? 'text-bad' : 'text-muted'}`}>
            {line}
          </span>
        )}
      </button>
    </li>
  );
}
