import type { DecisionsVerified } from '../../contracts/api/index.ts';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import { whileActing } from '../../db/sealing.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import { signedVoice } from '../../db/views/signed-voice.ts';
import { signedDecision } from '../../db/views/signed-decision.ts';
import type { Verdict } from '../../keys/decision-signatures.ts';
import type { Services } from '../services.ts';

type Decided = Awaited<ReturnType<ApprovalRepository['decided']>>[number];
type Outcome = 'valid' | 'unsigned' | DecisionsVerified['invalid'][number]['reason'];

const pageSize = 200;

const outcomes = {
  valid: 'valid',
  wrong: 'changed',
  'unknown-key': 'unknown-key',
} as const satisfies Record<Verdict, Outcome>;

/** Compares every decision on record with its signature. */
export async function verifyDecisions({
  approvals,
  signatures,
}: Pick<Services, 'approvals' | 'signatures'>): Promise<DecisionsVerified> {
  const found: DecisionsVerified = { valid: 0, unsigned: 0, invalid: [] };
  for (let after: string | undefined; ;) {
    const rows = await approvals.decided({
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    for (const row of rows) {
      await verifyVoices(row);
      if (row.status !== 'approved' && row.status !== 'rejected') continue;
      const outcome = await explained(row, outcomeOf(row));
      if (outcome === 'valid' || outcome === 'unsigned') found[outcome] += 1;
      else found.invalid.push({ ...viewOf(row), reason: outcome });
    }
    after = rows.at(-1)?.id;
    if (rows.length < pageSize) return found;
  }

  async function verifyVoices(row: Decided): Promise<void> {
    for (const { signature, ...voice } of row.voices) {
      const verdict = outcomes[signatures.records.verify(signedVoice(row, voice), signature)];
      const outcome = await explained(row, verdict);
      if (outcome === 'valid') found.valid += 1;
      else
        found.invalid.push({
          ...viewOf(row),
          by: voice.by,
          at: voice.at,
          reason: outcome,
        });
    }
  }

  /** What is read in the place of a value that no key opens is not what was signed: that proves no change. */
  async function explained<Found extends Outcome>({ id }: Decided, outcome: Found) {
    return outcome === 'changed' && (await isUnreadable(id)) ? 'unreadable' : outcome;
  }

  async function isUnreadable(id: string): Promise<boolean> {
    try {
      await whileActing(() => approvals.decided({ id, limit: 1 }));
      return false;
    } catch (error) {
      if (error instanceof UnreadableRecord) return true;
      throw error;
    }
  }

  function outcomeOf({ hasToken, ...row }: Decided): Outcome {
    if (row.signature !== null) {
      return outcomes[signatures.records.verify(signedDecision(row), row.signature)];
    }
    // Versions that sign have asked with a token.
    return hasToken ? 'no-signature' : 'unsigned';
  }
}

function viewOf({ id, runId, status, decidedBy, decidedAt }: Decided) {
  return { id, runId, status, by: decidedBy, at: decidedAt?.toISOString() ?? null };
}
