import { readKeyring } from '../../keys/keyring.ts';
import { testKeys } from './keys.ts';

/** What tests sign with. */
export const testKeyring = readKeyring(testKeys);
