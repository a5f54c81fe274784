import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import type { Keyring } from './keyring.ts';
import { createPayloadCodec } from './payload-codec.ts';

/** For the bundle of the workflows. */
export const failureConverterPath = fileURLToPath(
  new URL('./failure-converter.ts', import.meta.url),
);

/** How every client and worker writes to Temporal, and reads from it: encrypted. */
export function createDataConverter(keyring: Keyring): DataConverter {
  return { failureConverterPath, payloadCodecs: [createPayloadCodec(keyring.derive('codec'))] };
}
