import { readKeyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';

/** What is signed with in measurements. */
export const keyring = readKeyring(`bench:${Buffer.alloc(32).toString('base64')}`);

/** What records are encrypted with in measurements. */
export const sealer = createRecordSealer(keyring);
