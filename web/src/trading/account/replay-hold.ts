import { useQueries, useQuery } from '@tanstack/react-query';
import type { ApprovalPreview, ApprovalView } from '../../../../contracts/api/index.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { withoutVersion } from '../../../../contracts/tools/tools.ts';
import { orderTool, replacementTool } from '../../../../contracts/trading/orders.ts';
import { replayFact } from '../../../../contracts/trading/replay-fact.ts';
import { previewQuery } from '../../api/approvals.ts';
import { queries } from '../../api/queries.ts';

type Asked = Pick<ApprovalView, 'id' | 'tool' | 'args' | 'requestedAt'>;

const symbolOf = ({ args }: Asked) =>
  isJsonObject(args) && typeof args['symbol'] === 'string' ? args['symbol'].trim() : undefined;

/**
 * The approvals that may hold the replay, one for each symbol: the newest, which holds it longest. Changes of orders name
 * none, and stand for themselves.
 */
export function mayHold<Given extends Asked>(approvals: readonly Given[]): Given[] {
  const newest = new Map<string, Given>();
  for (const approval of approvals) {
    const tool = withoutVersion(approval.tool ?? '');
    if (tool !== orderTool && tool !== replacementTool) continue;
    const key = symbolOf(approval)?.toUpperCase() ?? approval.id;
    const before = newest.get(key);
    if (!before || before.requestedAt < approval.requestedAt) newest.set(key, approval);
  }
  return [...newest.values()];
}

/** What a preview says of the replay that stands still; undefined while it moves. */
export function holdIn(preview: ApprovalPreview | undefined): string | undefined {
  return preview?.facts.find(({ label }) => label === replayFact)?.value;
}

/** How many approvals are asked whether they hold the replay. */
const mostAsked = 4;

/** The approval for which the replay stands still, and until when; undefined while it moves. */
export function useReplayHold(): { approval: ApprovalView; text: string } | undefined {
  const { data } = useQuery({
    ...queries.approvals({ status: 'pending' }),
    refetchInterval: 5_000,
  });
  const asked = mayHold(data?.items ?? []).slice(0, mostAsked);
  const previews = useQueries({ queries: asked.map(({ id }) => previewQuery(id, undefined)) });
  for (const [index, approval] of asked.entries()) {
    const text = holdIn(previews[index]?.data);
    if (text !== undefined) return { approval, text };
  }
  return undefined;
}
