import { readKeyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';
import { testKeys } from './keys.ts';

/** What tests sign with. */
export const testKeyring = readKeyring(testKeys);

/** What the records of tests are encrypted with. */
export const testSealer = createRecordSealer(testKeyring);
