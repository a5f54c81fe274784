import { Option } from 'commander';
import type { Command } from 'commander';
import { budgetPeriods } from '../../contracts/access/key-limits.ts';
import { roles } from '../../contracts/access/roles.ts';
import type { Role } from '../../contracts/access/roles.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { tableLines } from '../client/text.ts';

type NewKey = {
  user?: string;
  roles?: Role[];
  tools?: string[];
  tags?: string[];
  models?: string[];
  budgetUsd?: number;
  budgetPeriod?: (typeof budgetPeriods)[number];
  requestsPerMinute?: number;
  tokensPerMinute?: number;
  expiresInDays?: number;
  json?: boolean;
};

/** `baton keys`: lists, creates and revokes API keys. */
export function addKeys(program: Command, context: Context): void {
  const keys = program.command('keys');

  keys
    .command('list', { isDefault: true })
    .description('list API keys, newest first')
    .option('-u, --user <name>', 'only the keys of a user')
    .option('--json', 'print JSON')
    .action(({ user, json }: { user?: string; json?: boolean }) =>
      withClient(context, async (client) => {
        const { items } = await client.keys({ user });
        if (json) return context.print(JSON.stringify(items, undefined, 2));
        const head = ['KEY', 'NAME', 'USER', 'MAY', 'LAST USED', 'STATUS'];
        const rows = items.map((key) => [
          key.id,
          key.name,
          key.user,
          key.tools?.join(', ') ?? key.roles?.join(', ') ?? 'all of its user',
          key.lastUsedAt ?? 'never',
          statusOf(key),
        ]);
        for (const line of tableLines([head, ...rows])) context.print(line);
      }),
    );

  keys
    .command('create')
    .description('create an API key and print it; it is not shown again')
    .argument('<name>', 'what it is for, such as nightly-research')
    .option('-u, --user <name>', 'the user of the key. Default: yourself')
    .addOption(
      new Option('--roles <roles...>', 'its roles. Default: all roles of its user').choices(roles),
    )
    .option('--tools <tools...>', 'the only tools it can call')
    .option(
      '--models <models...>',
      'the only models it can use, such as openai:gpt-5.2 or openai:*',
    )
    .option('--budget-usd <usd>', 'maximum spend on models in each period', Number)
    .addOption(
      new Option(
        '--budget-period <period>',
        'how often the budget resets (default: month)',
      ).choices(budgetPeriods),
    )
    .option('--requests-per-minute <requests>', 'maximum model calls a minute', Number)
    .option('--tokens-per-minute <tokens>', 'maximum tokens a minute', Number)
    .option('--tags <tags...>', 'tags, such as a team or project')
    .option('--expires-in-days <days>', 'days until it expires (default: never)', Number)
    .option('--json', 'print JSON')
    .action((name: string, { json, ...options }: NewKey) =>
      withClient(context, async (client) => {
        const created = await client.createKey({ name, ...newKey(options) });
        if (json) return context.print(JSON.stringify(created, undefined, 2));
        context.print(created.key);
        context.warn(
          `Store the key of ${created.user} now: it is not shown again. Its id is ${created.id}.`,
        );
      }),
    );

  keys
    .command('revoke')
    .description('revoke an API key, and end the sessions that it opened')
    .argument('<id>', 'the id of the key, such as key_4f9a0c1d2e3b')
    .action((id: string) =>
      withClient(context, async (client) => {
        const { name, user } = await client.revokeKey(id);
        context.print(`Revoked ${id} (${name}, ${user}).`);
      }),
    );
}

function newKey(options: Omit<NewKey, 'json'>) {
  const { models, budgetUsd, budgetPeriod, requestsPerMinute, tokensPerMinute, ...rest } = options;
  const limits = { models, budgetUsd, budgetPeriod, requestsPerMinute, tokensPerMinute };
  const isLimited = Object.values(limits).some((limit) => limit !== undefined);
  return { ...rest, ...(isLimited && { modelLimits: limits }) };
}

function statusOf({
  revokedAt,
  expiresAt,
}: {
  revokedAt: string | null;
  expiresAt: string | null;
}) {
  if (revokedAt !== null) return `revoked ${revokedAt}`;
  if (expiresAt === null) return 'valid';
  return Date.parse(expiresAt) < Date.now() ? `expired ${expiresAt}` : `valid until ${expiresAt}`;
}
