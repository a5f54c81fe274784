import { mayDecideOwn } from '../../contracts/access/approvers.ts';
import { recordedName } from '../../contracts/access/recorded-name.ts';
import type { DeliveryToSend } from '../../db/repositories/notifications/deliveries.ts';
import { approvalOf } from '../../db/repositories/notifications/announcements.ts';
import type { NotificationSettingsRepository } from '../../db/repositories/notifications/notification-settings.ts';
import type { ApprovalLinkRepository } from '../../db/repositories/runs/approval-links.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import { ownRequest } from '../records/own-request.ts';
import { mayDecide, standingOf } from '../records/standing.ts';

/** A link is of no use for longer, however long its approval waits: a reminder brings another. */
const longestMs = 72 * 60 * 60_000;

/** What a person may decide with from what is sent to them: its token, and until when. */
export type DecisionLink = { token: string; user: string; expiresAt: Date };

export type MakeDecisionLink = (toSend: DeliveryToSend) => Promise<DecisionLink | undefined>;

/**
 * Makes the links that go out with what tells somebody of an approval: one for each try, so that no record holds a token.
 * There is none where the person may not approve it, and none to an address that the person did not choose: whoever
 * else chose it would decide in their name.
 */
export function createDecisionLinks({
  approvals,
  approvalLinks,
  notificationSettings,
  runs,
  users,
}: {
  approvals: Pick<ApprovalRepository, 'get'>;
  approvalLinks: Pick<ApprovalLinkRepository, 'create'>;
  notificationSettings: Pick<NotificationSettingsRepository, 'ownTarget'>;
  runs: Pick<RunRepository, 'requestersOf'>;
  users: Pick<UserRepository, 'get' | 'isGroup'>;
}): MakeDecisionLink {
  return async ({ notification, delivery: { channel, target } }) => {
    const { user } = notification;
    const approvalId = approvalOf(notification);
    if (approvalId === undefined) return undefined;
    if ((await notificationSettings.ownTarget(user, channel)) !== target) return undefined;
    const asked = await approvals.get(approvalId);
    if (asked?.status !== 'pending') return undefined;
    const name = recordedName(user);
    if (!mayDecide(await standingOf(name, users), asked)) return undefined;
    const isOwn =
      !mayDecideOwn(user, asked.quorum) && (await ownRequest(asked, { name, user }, runs));
    if (isOwn) return undefined;
    const expiresAt = new Date(Math.min(asked.expiresAt.getTime(), Date.now() + longestMs));
    const token = await approvalLinks.create({ approvalId, user, channel, expiresAt });
    return { token, user: name, expiresAt };
  };
}
