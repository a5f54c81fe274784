import { Option } from 'commander';
import type { Command } from 'commander';
import type { UserView } from '../../contracts/api/index.ts';
import { roles } from '../../contracts/access/roles.ts';
import type { Role } from '../../contracts/access/roles.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { switches, switchesIn, switchOption } from '../../contracts/tools/switches.ts';
import { plans } from '../../contracts/tools/tools.ts';
import type { Plan } from '../../contracts/tools/tools.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError } from '../client/errors.ts';
import { newUserText } from '../client/known-users.ts';
import { tableLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';

type Options = {
  plan?: Plan | 'default';
  deny?: string[];
  allow?: string[];
  only?: string[];
  roles?: (Role | 'none')[];
  groups?: string[];
  actsForOthers?: 'on' | 'off';
  /** Issuer and subject; false takes the one there is away. */
  identity?: string[] | false;
  json?: boolean;
};

const states: Readonly<Record<string, boolean | null>> = { on: true, off: false, default: null };

/** `baton user`: shows, and sets, what a user may do with tools. */
export function addUser(program: Command, context: Context): void {
  const command = program
    .command('user')
    .argument('<name>', 'the name of the user, as in `--user` of runs and tasks')
    .addOption(
      new Option('--plan <plan>', 'the plan; `default` uses BATON_PLAN').choices([
        ...plans,
        'default',
      ]),
    );
  for (const declared of switches) {
    command.addOption(
      new Option(`${switchOption(declared)} <state>`, declared.optionHelp).choices(
        Object.keys(states),
      ),
    );
  }
  command
    .option('--deny <tools...>', 'tools to deny')
    .option('--allow <tools...>', 'tools to remove from the denied tools')
    .option('--only <tools...>', 'the only tools the user can use; `any` allows all')
    .addOption(
      new Option('--roles <roles...>', 'the roles; `none` keeps the user from signing in').choices([
        ...roles,
        'none',
      ]),
    )
    .option('--groups <groups...>', 'the groups that approvers can name; `none` for no group')
    .addOption(
      new Option('--acts-for-others <state>', 'whether requests may name other users').choices([
        'on',
        'off',
      ]),
    )
    .option(
      '--identity <issuer-and-subject...>',
      'link the user to a person of an OpenID provider: the issuer, then the subject; ends the sessions of the user',
    )
    .option(
      '--no-identity',
      'unlink the user from an OpenID provider; ends the sessions of the user',
    )
    .option('--json', 'print JSON')
    .action((name: string, { json, identity, ...options }: Options) =>
      withClient(context, async (client) => {
        const known = await client.user(name);
        await requireTools(client, known, options.allow);
        const newUser = await newUserText(client, known);
        const change = changeOf(known, options);
        const isChange = Object.keys(change).length > 0;
        const setIdentity = identityChange(client, name, identity);
        const user = isChange ? await client.changeUser(name, change) : known;
        const keys = await setIdentity?.();
        if (keys && keys.length > 0) context.warn(remainingKeysText(name, keys));
        if (newUser !== undefined) context.warn(newUser);
        if (json) return context.print(JSON.stringify(user, undefined, 2));
        for (const line of tableLines(rowsOf(user))) context.print(line);
      }),
    );
}

type Keys = Awaited<ReturnType<ApiClient['removeIdentity']>>['keys'];

/** What changes who a user is at a provider, and gives the keys that go on; undefined where nothing is to change. */
function identityChange(
  client: ApiClient,
  name: string,
  identity: Options['identity'],
): (() => Promise<Keys>) | undefined {
  if (identity === undefined) return undefined;
  if (identity === false) return async () => (await client.removeIdentity(name)).keys;
  const [issuer, subject, ...more] = identity;
  if (issuer === undefined || subject === undefined || more.length > 0) {
    throw new CommandError('--identity takes two values: ISSUER SUBJECT');
  }
  return async () => (await client.setIdentity(name, { issuer, subject })).keys;
}

function remainingKeysText(name: string, keys: Keys): string {
  const list = keys.map((key) => `${key.id} (${key.name})`).join(', ');
  return `The sessions of ${name} have ended. These keys still work: ${list}. \`npx baton keys revoke ID\` revokes one.`;
}

/**
 * Makes sure that what is to be allowed is a tool, or was denied when it was one: the change that is sent has only what
 * stays denied, so that the server cannot tell of a slip.
 */
async function requireTools(client: ApiClient, { own }: UserView, allow: readonly string[] = []) {
  const strange = allow.filter((tool) => !own?.deniedTools.includes(tool));
  if (strange.length === 0) return;
  const { items } = await client.tools();
  const names = items.map((tool) => tool.name);
  const mistakes = strange.filter((tool) => !names.includes(tool));
  if (mistakes.length === 0) return;
  const told = mistakes.map((tool) => `tool ${tool} not found; ${suggest(tool, names)}`);
  throw new CommandError(`--allow: ${told.join('\n--allow: ')}`);
}

/** What is to change of what is set for the user; all else stays as it is. */
function changeOf({ own }: UserView, options: Options) {
  const { plan, deny, allow, only, roles: wanted, groups, actsForOthers } = options;
  const denied = new Set([...(own?.deniedTools ?? []), ...(deny ?? [])]);
  for (const tool of allow ?? []) denied.delete(tool);
  const given: Readonly<Record<string, unknown>> = { ...options };
  const turned = switches.flatMap(({ name }) => {
    const state = given[name];
    return typeof state === 'string' ? [[name, states[state] ?? null] as const] : [];
  });
  return {
    ...(plan && { plan: plan === 'default' ? null : plan }),
    ...Object.fromEntries(turned),
    ...(only && { allowedTools: only.includes('any') ? null : only }),
    ...((deny || allow) && { deniedTools: [...denied] }),
    ...(wanted && { roles: wanted.filter((role) => role !== 'none') }),
    ...(groups && { groups: groups.filter((group) => group !== 'none') }),
    ...(actsForOthers && { actsForOthers: actsForOthers === 'on' }),
  };
}

function rowsOf(user: UserView): string[][] {
  const { plan, allowedTools, deniedTools, roles: held, groups, actsForOthers, own } = user;
  const mark = (isOwn: boolean) => (isOwn ? '' : '(default)');
  return [
    ['roles', held.join(', ') || 'none', ''],
    ...(groups.length > 0 ? [['groups', groups.join(', '), '']] : []),
    ...(actsForOthers ? [['acts', 'for other users', '']] : []),
    ['plan', plan, mark(own?.plan != null)],
    ...switches.map(({ name, label }) => [
      label,
      switchesIn(user)[name] ? 'on' : 'off',
      mark(switchesIn(own ?? {})[name] != null),
    ]),
    ['tools', allowedTools?.join(', ') ?? 'any', ''],
    ['denied', deniedTools.join(', ') || 'none', ''],
  ];
}
