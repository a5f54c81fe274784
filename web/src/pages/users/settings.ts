import { switches, switchesIn, switchFields } from '../../../../contracts/tools/switches.ts';
import type { UserView } from '../../../../contracts/api/index.ts';
import type { UserChange, UserSettings } from '../../api/users.ts';

/** The settings of a user as a form has them. */
export type SettingsDraft = {
  /** Names of roles, one a line. */
  roles: string;
  /** Names of groups, with spaces or commas between. */
  groups: string;
  /** A plan; empty is as everyone. */
  plan: string;
  /** By the switch's name `on` or `off`; empty is as everyone. */
  switches: Record<string, string>;
  /** Whether only the allowed tools may be used. */
  isLimited: boolean;
  /** Names of tools, one a line. */
  allowed: string;
  denied: string;
};

const states: Record<string, boolean | null> = { on: true, off: false };

const stateOf = (isOn: boolean | null | undefined) => (isOn == null ? '' : isOn ? 'on' : 'off');

/** What a form begins with. @param user of whom; its `own` is null where nothing is set for it alone. */
export function draftOf({
  own,
  roles,
  groups,
}: Pick<UserView, 'own' | 'roles' | 'groups'>): SettingsDraft {
  const set = switchesIn(own ?? {});
  return {
    roles: roles.join('\n'),
    groups: groups.join(', '),
    plan: own?.plan ?? '',
    switches: Object.fromEntries(switches.map(({ name }) => [name, stateOf(set[name])])),
    isLimited: own !== null && own.allowedTools !== null,
    allowed: own?.allowedTools?.join('\n') ?? '',
    denied: own?.deniedTools.join('\n') ?? '',
  };
}

/** What a form stands for. */
export function settingsOf(draft: SettingsDraft) {
  const { plan, isLimited, allowed, denied } = draft;
  return {
    roles: namesIn(draft.roles) as UserView['roles'],
    groups: draft.groups.split(/[\s,]+/).filter((name) => name !== ''),
    plan: plan === '' ? null : (plan as NonNullable<UserSettings['plan']>),
    ...switchFields(({ name }) => states[draft.switches[name] ?? ''] ?? null),
    allowedTools: isLimited ? namesIn(allowed) : null,
    deniedTools: namesIn(denied),
  } satisfies UserChange;
}

/** What differs between what a form began with and what it stands for. */
export function changesOf(before: SettingsDraft, after: SettingsDraft): UserChange {
  const old: UserChange = settingsOf(before);
  return Object.fromEntries(
    Object.entries(settingsOf(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof UserChange]),
    ),
  );
}

const namesIn = (text: string) => text.split('\n').filter((name) => name !== '');
