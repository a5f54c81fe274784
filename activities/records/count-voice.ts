import type { Voice } from '../../contracts/runs/decision.ts';
import type { CloseApprovalInput, RefusedClose } from '../../contracts/activities/index.ts';
import { approverEntry } from '../../contracts/access/approvers.ts';
import type { UserRepository } from '../../db/repositories/catalog/users.ts';
import type { ApprovalRepository, ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { signedDecision } from '../../db/views/signed-decision.ts';
import { approvedContent, signedVoice } from '../../db/views/signed-voice.ts';
import type { DecisionSignatures } from '../../keys/decision-signatures.ts';
import { ownRequest } from './own-request.ts';
import { mayDecide, standingOf } from './standing.ts';

type Needs = {
  approvals: ApprovalRepository;
  runs: RunRepository;
  users: UserRepository;
  signatures: DecisionSignatures;
};

/** An approval by somebody, and how it came. */
type Cast = Pick<CloseApprovalInput, 'by' | 'comment' | 'editedArgs' | 'seenHash'> & {
  via: Voice['via'];
};

/** Counts approvals of which several are needed. */
export function createVoiceCounter({ approvals, runs, users, signatures }: Needs) {
  /** Those who approved the same before and may still decide. */
  async function stillCounting(asked: ApprovalRow, hash: string): Promise<string[]> {
    const last = asked.voices.at(-1);
    if (last?.hash !== hash) return [];
    const standings = await Promise.all(last.counts.map((name) => standingOf(name, users)));
    return standings.filter((standing) => mayDecide(standing, asked)).map(({ name }) => name);
  }

  async function isReached(asked: ApprovalRow, counts: readonly string[]): Promise<boolean> {
    if (counts.length >= asked.quorum) return true;
    const { escalation, escalatedAt } = asked;
    if (!escalatedAt || escalation?.quorum === undefined) return false;
    const standings = await Promise.all(counts.map((name) => standingOf(name, users)));
    const escalated = standings.filter((standing) => approverEntry(standing, escalation.approvers));
    return escalated.length >= escalation.quorum;
  }

  /**
   * Counts an approval once for each person, and closes what was asked once enough have approved the same arguments.
   * @returns how many are `counted` where more are needed, or why it is `refused`.
   */
  return async function countVoice(
    asked: ApprovalRow,
    { by = '', editedArgs, via, ...said }: Cast,
  ): Promise<{ counted: number } | RefusedClose | undefined> {
    // An earlier attempt has closed it.
    if (asked.status !== 'pending') return undefined;
    const standing = await standingOf(by, users);
    if (!mayDecide(standing, asked)) {
      return { refused: `${by} cannot decide this`, reason: 'not-an-approver' };
    }
    const own = await ownRequest(asked, standing, runs);
    if (own) return own;
    const { comment = null, seenHash = null } = said;
    const { args, hash } = approvedContent(asked, editedArgs);
    const earlier = await stillCounting(asked, hash);
    if (earlier.includes(by)) return { counted: earlier.length };
    const counts = [...earlier, by];
    const at = new Date();
    const unsigned = { by, at: at.toISOString(), comment, via, args, hash, seenHash, counts };
    const voiceSignature = signatures.records.sign(signedVoice(asked, unsigned));
    const voices = [...asked.voices, { ...unsigned, signature: voiceSignature }];
    const isLast = await isReached(asked, counts);
    const decided = {
      status: 'approved' as const,
      by,
      comment,
      seenHash,
      ...(args && { editedArgs: args }),
    };
    const signature = signatures.records.sign(
      signedDecision({
        ...asked,
        voices,
        via,
        seenHash,
        comment,
        editedArgs: args,
        decidedAt: at,
        status: 'approved',
        decidedBy: by,
      }),
    );
    const end = { ...decided, proof: { via, decidedAt: at, signature } };
    const stored = await approvals.addVoice(asked.id, voices, isLast ? end : undefined);
    // Another attempt at this activity was first: the next one reads what it stored.
    if (!stored) throw new Error(`Approval ${asked.id} changed while an approval was counted.`);
    return isLast ? undefined : { counted: counts.length };
  };
}
