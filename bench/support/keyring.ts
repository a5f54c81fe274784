import { readKeyring } from '../../keys/keyring.ts';

/** What is signed with in measurements. */
export const keyring = readKeyring(`bench:${Buffer.alloc(32).toString('base64')}`);
