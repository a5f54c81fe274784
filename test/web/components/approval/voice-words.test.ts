import { expect, test } from 'vitest';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import {
  escalationText,
  progressText,
} from '../../../../web/src/components/approval/voice-words.ts';

const now = new Date(2026, 10, 23, 12, 0);
const at = (hour: number, minute: number, day = 23) =>
  new Date(2026, 10, day, hour, minute).toISOString();
const voice = (by: string, when: string): ApprovalView['voices'][number] => ({
  by,
  at: when,
  comment: null,
  via: 'api',
  args: null,
  hash: 'abc',
  seenHash: null,
});

test('progress names who approved, and when', () => {
  const voices = [voice('ann', at(10, 32)), voice('bob', at(9, 5, 22))];
  const approvedBy = ['ann', 'bob'];
  expect(progressText({ quorum: 3, approvedBy, voices }, now)).toBe(
    '2 of 3 approved: ann (10:32), bob (Nov 22, 09:05)',
  );
  expect(progressText({ quorum: 2, approvedBy: [], voices: [] }, now)).toBe(
    '2 people must approve',
  );
});

test('an approval of one person has no progress', () => {
  expect(progressText({ quorum: 1, approvedBy: [], voices: [] }, now)).toBeUndefined();
});

test('an approval that counts again shows its latest time', () => {
  const voices = [voice('ann', at(10, 32)), voice('bob', at(10, 40)), voice('ann', at(11, 0))];
  expect(progressText({ quorum: 2, approvedBy: ['ann'], voices }, now)).toBe(
    '1 of 2 approved: ann (11:00)',
  );
});

test('an escalation says who may decide too, and from when', () => {
  const escalation = { at: at(14, 0), approvers: ['head'], isReached: false };
  expect(escalationText({ escalation }, now)).toBe('From 14:00, head may decide too');
  const reached = { ...escalation, quorum: 1, isReached: true };
  expect(escalationText({ escalation: reached }, now)).toBe(
    'head may decide too; one approval from them is enough',
  );
  expect(escalationText({ escalation: null }, now)).toBeUndefined();
});
