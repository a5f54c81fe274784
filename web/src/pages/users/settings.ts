import type { UserSettings } from '../../api/users.ts';

/** The settings of a user as a form has them. */
export type SettingsDraft = {
  /** A plan; empty is as everyone. */
  plan: string;
  /** `on` or `off`; empty is as everyone. */
  aiTrading: string;
  /** Whether only the allowed tools may be used. */
  isLimited: boolean;
  /** Names of tools, one a line. */
  allowed: string;
  denied: string;
};

const switches: Record<string, boolean | null> = { on: true, off: false };

/** What a form begins with. @param own what is set for the user alone; null where nothing is. */
export function draftOf(own: UserSettings | null): SettingsDraft {
  return {
    plan: own?.plan ?? '',
    aiTrading: own?.aiTrading == null ? '' : own.aiTrading ? 'on' : 'off',
    isLimited: own !== null && own.allowedTools !== null,
    allowed: own?.allowedTools?.join('\n') ?? '',
    denied: own?.deniedTools.join('\n') ?? '',
  };
}

/** What a form stands for. */
export function settingsOf({ plan, aiTrading, isLimited, allowed, denied }: SettingsDraft) {
  return {
    plan: plan === '' ? null : (plan as NonNullable<UserSettings['plan']>),
    aiTrading: switches[aiTrading] ?? null,
    allowedTools: isLimited ? namesIn(allowed) : null,
    deniedTools: namesIn(denied),
  } satisfies UserSettings;
}

/** What differs between what a form began with and what it stands for. */
export function changesOf(before: SettingsDraft, after: SettingsDraft): Partial<UserSettings> {
  const old: UserSettings = settingsOf(before);
  return Object.fromEntries(
    Object.entries(settingsOf(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof UserSettings]),
    ),
  );
}

const namesIn = (text: string) => text.split('\n').filter((name) => name !== '');
