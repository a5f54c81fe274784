import { approverEntry, decidersOf, mayDecideOwn } from '../../../../contracts/access/approvers.ts';
import { rightsOf } from '../../../../contracts/access/roles.ts';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { canonicalJson } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { Me } from '../../api/access.ts';
import { lackText } from '../../api/lack-text.ts';
import { texts } from './texts.ts';

/** Why somebody cannot approve or reject; undefined where they may. */
export type Hindrances = { approve?: string; reject?: string };

/**
 * What keeps somebody from deciding an approval, as far as the app knows; the API checks again.
 * @param args what they would approve in place of what was asked for.
 */
export function hindrancesOf(
  approval: Pick<
    ApprovalView,
    'approvers' | 'escalation' | 'quorum' | 'approvedBy' | 'voices' | 'run'
  >,
  me: Me,
  args: JsonObject | undefined,
): Hindrances {
  const lack = lackOf(approval, me);
  if (lack !== undefined) return { approve: lack, reject: lack };
  const { quorum, approvedBy, voices, run } = approval;
  if (!mayDecideOwn(me.user, quorum)) {
    const isOwn = run.user === me.user || run.startedBy === me.name;
    if (isOwn) return { approve: texts.voices.ownRun };
    if (run.instructedBy.includes(me.name)) return { approve: texts.voices.ownInstruction };
  }
  if (!approvedBy.includes(me.name)) return {};
  const counted = voices.at(-1)?.args ?? null;
  // Other arguments would begin the count anew, which somebody may want who edits them.
  const isSame = args === undefined || canonicalJson(args) === canonicalJson(counted);
  return isSame ? { approve: texts.voices.youApproved(quorum - approvedBy.length) } : {};
}

/** What waits for somebody's approval, and apart from it what waits for that of others. */
export function byStanding<Approval extends Parameters<typeof hindrancesOf>[0]>(
  approvals: readonly Approval[],
  me: Me,
): { mine: Approval[]; others: Approval[] } {
  const isMine = (approval: Approval) =>
    hindrancesOf(approval, me, undefined).approve === undefined;
  return {
    mine: approvals.filter(isMine),
    others: approvals.filter((approval) => !isMine(approval)),
  };
}

function lackOf(
  { approvers, escalation }: Pick<ApprovalView, 'approvers' | 'escalation'>,
  me: Me,
): string | undefined {
  if (!me.rights.includes('decide')) {
    // Their roles would allow it: the key that they use does not.
    return rightsOf(me.roles).has('decide') ? texts.voices.othersKey : lackText('decide');
  }
  const escalatedAt = escalation?.isReached ? new Date(escalation.at) : null;
  const deciders = decidersOf({ approvers, escalation, escalatedAt });
  const entry = approverEntry({ ...me, rights: new Set(me.rights) }, deciders);
  return entry === undefined ? texts.voices.notAsked(deciders.join(', ')) : undefined;
}
