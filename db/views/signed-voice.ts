import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Voice } from '../../contracts/runs/decision.ts';
import type { approvals } from '../schema/index.ts';
import { signedQuestion } from './signed-decision.ts';
import type { Question } from './signed-decision.ts';

type Asked = Pick<typeof approvals.$inferSelect, 'hash' | 'args'>;

/** What the signature of one person's approval is over: what was asked for, and the approval. */
export function signedVoice(asked: Question, voice: Omit<Voice, 'signature'>): object {
  return { asked: signedQuestion(asked), voice };
}

/**
 * What somebody approves, where several must approve the same.
 * @param given the arguments that the decision names; those that were asked for count as none.
 * @returns the arguments that differ from those that were asked for, and SHA-256 of what is approved, hex.
 */
export function approvedContent<Args extends Json>(
  { hash, args: asked }: Asked,
  given: Args | undefined,
): { args: Args | null; hash: string } {
  if (given === undefined || canonicalJson(given) === canonicalJson(asked)) {
    return { args: null, hash };
  }
  const changed = createHash('sha256')
    .update(canonicalJson([hash, given]))
    .digest('hex');
  return { args: given, hash: changed };
}
