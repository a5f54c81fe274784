import { useEffect, useEffectEvent, useRef } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';

/** Tells which approvals were in the list and are not any more. */
export function useLeft(
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
