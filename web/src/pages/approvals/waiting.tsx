import { Link } from '@tanstack/react-router';
import { useId, useMemo, useRef, useEffect, useEffectEvent } from 'react';
import { toast } from '../../components/notices/toast.ts';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { ApprovalCard } from '../../components/approval/approval-card.tsx';
import { useWaiting } from '../../components/approval/use-waiting.ts';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { RunLink } from './run-link.tsx';
import { texts } from './texts.ts';

/** What waits for a decision, to be decided here: first that of who looks, then that of others. */
export function Waiting() {
  const query = useWaiting(2_000);
  const { data } = query;
  const approvals = useMemo(() => data && [...data.mine, ...data.others], [data]);
  const frame = useRef<HTMLDivElement>(null);
  /** Where what was decided here stood. */
  const decided = useRef(new Map<string, number>());

  useLeft(approvals, (left) => {
    for (const { id, title } of left) {
      const place = decided.current.get(id);
      if (place === undefined) toast(texts.waiting.gone(title), { id });
      else focusOn(place);
    }
  });

  /** The keyboard goes on with the card that has moved up, unless it is elsewhere by now. */
  function focusOn(place: number) {
    if (document.activeElement !== document.body) return;
    const cards = [...(frame.current?.querySelectorAll<HTMLElement>('li') ?? [])];
    (cards[Math.min(place, cards.length - 1)] ?? frame.current)?.focus();
  }

  const shared = {
    isOneOfMany: (approvals?.length ?? 0) > 1,
    onDecide: (approval: ApprovalView) =>
      decided.current.set(approval.id, approvals?.indexOf(approval) ?? 0),
  };

  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="mx-auto flex max-w-2xl flex-col gap-4 px-3 py-4 outline-none md:px-4"
    >
      <Loaded query={query} skeleton={<SkeletonRows />}>
        {({ mine, others, isMore }) =>
          approvals?.length === 0 ? (
            <NothingWaits />
          ) : (
            <>
              <Cards title={texts.waiting.mine} approvals={mine} {...shared} />
              <Cards title={texts.waiting.others} approvals={others} {...shared} />
              {isMore && <p className="text-muted">{texts.waiting.more}</p>}
            </>
          )
        }
      </Loaded>
    </div>
  );
}

type CardsProps = {
  title: string;
  approvals: ApprovalView[];
  isOneOfMany: boolean;
  onDecide: (approval: ApprovalView) => void;
};

/** Cards under a heading that says whose decision they wait for. */
function Cards({ title, approvals, isOneOfMany, onDecide }: CardsProps) {
  const headingId = useId();
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-[12px] text-muted">
        {title}
      </h2>
      <ul className="flex flex-col gap-4">
        {approvals.map((approval) => (
          <li key={approval.id} tabIndex={-1} className="rounded-lg">
            <ApprovalCard
              approval={approval}
              isOneOfMany={isOneOfMany}
              onDecide={() => onDecide(approval)}
              about={
                <>
                  <RunLink runId={approval.runId} /> ·
                </>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingWaits() {
  return (
    <EmptyState title={texts.waiting.empty}>
      <Link to="/runs" className="text-accent underline">
        {texts.waiting.goToRuns}
      </Link>
    </EmptyState>
  );
}

/** Tells which approvals were in the list and are not any more. */
function useLeft(
  approvals: ApprovalView[] | undefined,
  onLeft: (left: ApprovalView[]) => void,
): void {
  const before = useRef<ApprovalView[]>([]);
  const tell = useEffectEvent(onLeft);
  useEffect(() => {
    if (!approvals) return;
    const ids = new Set(approvals.map(({ id }) => id));
    const left = before.current.filter(({ id }) => !ids.has(id));
    before.current = approvals;
    if (left.length > 0) tell(left);
  }, [approvals]);
}
