import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApprovalPreview, ApprovalView } from '../../../../contracts/api/index.ts';
import { canonicalJson } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { previewQuery } from '../../api/approvals.ts';
import { queries } from '../../api/queries.ts';
import { useSettled } from '../hooks/use-settled.ts';

/** What a call that waits for approval would do now. */
export type Preview = {
  data: ApprovalPreview | undefined;
  error: Error | null;
  /** Whether what is shown is of other arguments than those that are written by now. */
  isOutOfDate: boolean;
  /** Whether an approval should wait for it still. */
  isAwaited: boolean;
};

/** For how long an approval waits to be told what it would do: then it can be given without. */
const longestMs = 3_000;

/**
 * Follows what a call would do now.
 * @param changed what would be approved in place of what was asked for.
 * @returns undefined where its tool does not tell.
 */
export function usePreview(
  { id, tool }: ApprovalView,
  changed: JsonObject | undefined,
): Preview | undefined {
  const tools = useQuery({ ...queries.tools(), enabled: tool !== null, staleTime: 60_000 });
  const spec = tools.data?.items.find((item) => item.name === tool || item.id === tool);
  const settled = useSettled(changed === undefined ? '' : canonicalJson(changed));
  const args = settled === '' ? undefined : (JSON.parse(settled) as JsonObject);
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(id, args),
    enabled: spec?.preview === true,
    placeholderData: keepPreviousData,
  });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), longestMs);
    return () => clearTimeout(timer);
  }, []);
  const isAwaited = !isLate && data === undefined && error === null;
  // Until it is known whether the tool tells, there is room for what it tells.
  if (tools.isPending && tool !== null) {
    return { data: undefined, error: null, isOutOfDate: false, isAwaited };
  }
  if (!spec?.preview) return undefined;
  const isWriting = settled !== (changed === undefined ? '' : canonicalJson(changed));
  return { data, error, isOutOfDate: isWriting || isPlaceholderData, isAwaited };
}

/** Whether what can be approved in place of a call takes away the one reason to refuse it. */
export function isMended({ refusals, revision }: ApprovalPreview): boolean {
  return revision !== null && refusals.length <= 1;
}

/** Whether what the card offers to approve would be refused now. */
export function isRefused(preview: ApprovalPreview): boolean {
  return preview.refusals.length > 0 && !isMended(preview);
}
