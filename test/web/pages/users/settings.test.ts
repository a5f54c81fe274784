import { expect, test } from 'vitest';
import type { UserView } from '../../../../contracts/api/index.ts';
import type { UserSettings } from '../../../../web/src/api/users.ts';
import { permissionsText } from '../../../../web/src/pages/users/permissions-text.ts';
import { changesOf, draftOf, settingsOf } from '../../../../web/src/pages/users/settings.ts';

type Settings = UserSettings & { aiTrading: boolean | null };

const everyone: Settings = {
  plan: null,
  aiTrading: null,
  allowedTools: null,
  deniedTools: [],
};

test.each<[string, Settings]>([
  ['nothing', everyone],
  ['a plan', { ...everyone, plan: 'pro' }],
  ['trading on', { ...everyone, aiTrading: true }],
  ['trading off', { ...everyone, aiTrading: false }],
  ['no tool at all', { ...everyone, allowedTools: [] }],
  [
    'some tools',
    { ...everyone, allowedTools: ['get_price', 'get_news'], deniedTools: ['http_get'] },
  ],
])('a form that is sent as it was opened leaves %s as it is', (_, own) => {
  const roles: UserView['roles'] = ['author', 'operator'];
  const groups = ['desk', 'risk'];
  expect(settingsOf(draftOf({ own, roles, groups }))).toEqual({ ...own, roles, groups });
});

test('a user for whom nothing is set begins as everyone', () => {
  const nothing = { roles: [], groups: [] };
  expect(settingsOf(draftOf({ own: null, ...nothing }))).toEqual({ ...everyone, ...nothing });
});

test('only what was changed is sent', () => {
  const before = draftOf({
    own: { ...everyone, plan: 'free', deniedTools: ['http_get'] },
    roles: ['viewer'],
    groups: [],
  });
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, switches: { aiTrading: 'off' } })).toEqual({
    aiTrading: false,
  });
  expect(changesOf(before, { ...before, roles: 'viewer\nauthor' })).toEqual({
    roles: ['viewer', 'author'],
  });
  expect(changesOf(before, { ...before, groups: 'desk risk,  head' })).toEqual({
    groups: ['desk', 'risk', 'head'],
  });
  expect(changesOf(before, { ...before, plan: '', denied: '' })).toEqual({
    plan: null,
    deniedTools: [],
  });
});

test('tools that are any again are limited no more, whatever was marked', () => {
  const own = { ...everyone, allowedTools: ['get_price'] };
  const limited = draftOf({ own, roles: [], groups: [] });
  expect(settingsOf({ ...limited, isLimited: false }).allowedTools).toBeNull();
});

test('permissions say what may be used, without what is denied', () => {
  const text = (allowedTools: string[] | null, deniedTools: string[]) =>
    permissionsText({ allowedTools, deniedTools });
  expect(text(null, [])).toBe('All');
  expect(text(null, ['a', 'b'])).toBe('All, except a, b');
  expect(text(['a', 'b'], ['b'])).toBe('Only a');
  expect(text(['a'], ['a'])).toBe('None');
});
