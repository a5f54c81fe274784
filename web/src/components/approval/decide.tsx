import { useId } from 'react';
import { Button } from '../controls/button.tsx';
import type { Hindrances } from './standing.ts';
import { texts } from './texts.ts';

type Decision = 'approve' | 'reject';

type DecideProps = {
  /** What was decided, while it is on its way. */
  sent: Decision | undefined;
  hindrances: Hindrances;
  isChanged: boolean;
  /** Whether what an approval would do is not known yet. */
  isLookingUp: boolean;
  /** Whether that is not known for the first time: a refusal may follow. */
  isAwaited: boolean;
  /** What an approval is called that takes newer arguments than those that were asked for. */
  revision?: string;
  /** Whether what is approved would be refused now. */
  isRefused: boolean;
  /** Why what was decided did not go through. */
  problem: Error | null;
  /** Stays in sight: only where there can be no doubt what it decides. */
  isSticky: boolean;
  onDecide: (decision: Decision) => void;
};

/** The two decisions, large enough for a thumb. */
export function Decide(props: DecideProps) {
  const { sent, hindrances, isChanged, isRefused, isLookingUp, isAwaited, revision } = props;
  const { problem, isSticky, onDecide } = props;
  const whyId = useId();
  const why = hindrances.approve ?? hindrances.reject;
  const usual = isChanged ? texts.decide.approveChanged : texts.decide.approve;
  const approve = revision ?? (isRefused ? texts.decide.anyway(usual) : usual);
  const size = 'min-h-12 flex-1 md:min-h-8 md:flex-none';
  return (
    <div
      className={`mt-1 bg-surface py-2 ${isSticky ? '-mx-4 border-t border-line px-4 [@media(min-height:560px)]:sticky [@media(min-height:560px)]:-bottom-4 [@media(min-height:560px)]:pb-6' : ''}`}
    >
      {problem && (
        <p role="alert" tabIndex={-1} className="mb-2 text-bad outline-none">
          {problem.message}
        </p>
      )}
      {why !== undefined && (
        <p id={whyId} className="mb-2 wrap-anywhere text-muted">
          {why}
        </p>
      )}
      <div className="flex gap-3">
        <Button
          // The button that stands out is never one that fails.
          look={isRefused ? 'plain' : 'primary'}
          isOnce
          className={size}
          disabled={
            sent !== undefined || isLookingUp || isAwaited || hindrances.approve !== undefined
          }
          aria-describedby={hindrances.approve === undefined ? undefined : whyId}
          onClick={() => onDecide('approve')}
        >
          {sent === 'approve'
            ? texts.decide.approving
            : isAwaited
              ? texts.decide.checking
              : approve}
        </Button>
        <Button
          look="danger"
          className={size}
          disabled={sent !== undefined || hindrances.reject !== undefined}
          aria-describedby={hindrances.reject === undefined ? undefined : whyId}
          onClick={() => onDecide('reject')}
        >
          {sent === 'reject' ? texts.decide.rejecting : texts.decide.reject}
        </Button>
      </div>
    </div>
  );
}
