import type { Command } from 'commander';
import type { DecisionsVerified } from '../../contracts/api/index.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { exitCodes } from '../client/errors.ts';

type Invalid = DecisionsVerified['invalid'][number];

const reasons: Record<Invalid['reason'], string> = {
  changed: 'the record was changed after it was signed',
  'no-signature': 'the signature is missing',
  'unknown-key': 'BATON_KEYS does not have the key that signed it',
  unreadable: 'BATON_KEYS does not have the key that the record is encrypted with',
};

/** `baton audit verify`: whether decisions are what people decided. */
export function addAudit(program: Command, context: Context): void {
  const { print, colors } = context;
  program
    .command('audit')
    .command('verify')
    .description('verify the signature of every decision')
    .action(() =>
      withClient(context, async (client) => {
        const { valid, unsigned, invalid } = await client.verifyDecisions();
        for (const { id, status, by, reason } of invalid) {
          const who = by === null ? status : `${status} by ${by}`;
          print(`${colors.red('invalid')}  ${id}  ${who}: ${reasons[reason]}`);
        }
        print(
          `${valid} valid, ${invalid.length} invalid, ${unsigned} unsigned (by older versions)`,
        );
        return invalid.length === 0 ? exitCodes.completed : exitCodes.failed;
      }),
    );
}
