import { describe, expect, it } from 'vitest';
import { rightsOfRoles } from '../../../../contracts/access/roles.ts';
import type { Role } from '../../../../contracts/access/roles.ts';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { Me } from '../../../../web/src/api/access.ts';
import { byStanding, hindrancesOf } from '../../../../web/src/components/approval/standing.ts';

const person = (name: string, role: Role, groups: string[] = []): Me => ({
  name,
  user: name,
  roles: [role],
  groups,
  rights: [...rightsOfRoles[role]],
  actsForOthers: false,
  tools: null,
  credential: 'session',
});
const ann = person('ann', 'approver', ['desk']);
const bob = person('bob', 'approver', ['desk']);
const head = person('head', 'approver');

type Asked = Parameters<typeof hindrancesOf>[0];
const run = {
  pipeline: 'p',
  title: null,
  input: {},
  user: 'zoe',
  startedBy: 'zoe',
  instructedBy: [] as string[],
};
const asked: Asked = {
  run,
  approvers: ['desk'],
  escalation: null,
  quorum: 2,
  approvedBy: [],
  voices: [],
};
const approved = (args: ApprovalView['voices'][number]['args']): Asked => ({
  ...asked,
  approvedBy: ['ann'],
  voices: [
    {
      by: 'ann',
      at: '2026-11-23T10:32:00.000Z',
      comment: null,
      via: 'api',
      args,
      hash: 'abc',
      seenHash: null,
    },
  ],
});

describe('what waits', () => {
  it('is for who may approve it; the rest waits for others', () => {
    const own = { ...asked, run: { ...run, startedBy: 'ann' } };
    const ofHead = { ...asked, approvers: ['head'] };
    const approvedOnce = approved(null);
    const all = [asked, own, ofHead, approvedOnce];
    expect(byStanding(all, ann)).toEqual({ mine: [asked], others: [own, ofHead, approvedOnce] });
    expect(byStanding(all, bob)).toEqual({ mine: [asked, own, approvedOnce], others: [ofHead] });
    expect(byStanding(all, person('eve', 'viewer', ['desk']))).toEqual({ mine: [], others: all });
  });
});

describe('what keeps a person from deciding', () => {
  it('is nothing for an approver', () => {
    expect(hindrancesOf(asked, ann, undefined)).toEqual({});
  });

  it.each([
    ['started it', { startedBy: 'ann' }],
    ['it runs for', { user: 'ann' }],
  ])('is, of approving, that they are whom %s', (_who, own) => {
    const { approve, reject } = hindrancesOf({ ...asked, run: { ...run, ...own } }, ann, undefined);
    expect(approve).toContain('Someone else must approve');
    expect(reject).toBeUndefined();
  });

  it('is, of approving, that they gave an agent of the run an instruction', () => {
    const instructed = { ...asked, run: { ...run, instructedBy: ['ann'] } };
    expect(hindrancesOf(instructed, ann, undefined)).toEqual({
      approve: expect.stringContaining('you gave an agent of this run an instruction'),
    });
    expect(hindrancesOf(instructed, bob, undefined)).toEqual({});
  });

  it.each([
    [1, {}],
    [2, { approve: expect.stringContaining('Someone else must approve') }],
  ])('is for who installed Baton, of %i who must approve, %j', (quorum, expected) => {
    const local = { ...person('operator', 'admin'), user: 'local' };
    const own = {
      ...asked,
      quorum,
      run: { ...run, user: 'local', startedBy: 'operator', instructedBy: ['operator'] },
    };
    expect(hindrancesOf({ ...own, approvers: ['operator'] }, local, undefined)).toEqual(expected);
  });

  it('is a role that they lack', () => {
    const why = 'You need the role approver or admin for this.';
    const viewer = person('ann', 'viewer', ['desk']);
    expect(hindrancesOf(asked, viewer, undefined)).toEqual({ approve: why, reject: why });
  });

  it('is a key or a link that somebody else made', () => {
    const { approve } = hindrancesOf(asked, { ...ann, rights: ['read'] }, undefined);
    expect(approve).toBe(
      'Someone else created the API key or the sign-in link that you use. Decide with a link that Baton sent you, or sign in as yourself.',
    );
  });

  it('is that others are asked, until it escalates to them', () => {
    const escalation = { at: '2026-11-23T14:00:00.000Z', approvers: ['head'], isReached: false };
    expect(hindrancesOf({ ...asked, escalation }, head, undefined).reject).toBe(
      'Only desk can decide this.',
    );
    const reached = { ...escalation, isReached: true };
    expect(hindrancesOf({ ...asked, escalation: reached }, head, undefined)).toEqual({});
  });

  it('is an approval of theirs that counts, unless they change the arguments', () => {
    const why = { approve: 'You approved; 1 more is needed.' };
    expect(hindrancesOf(approved(null), ann, undefined)).toEqual(why);
    expect(hindrancesOf(approved({ quantity: 2 }), ann, { quantity: 2 })).toEqual(why);
    expect(hindrancesOf(approved({ quantity: 2 }), ann, { quantity: 3 })).toEqual({});
    expect(hindrancesOf(approved(null), bob, undefined)).toEqual({});
  });
});
