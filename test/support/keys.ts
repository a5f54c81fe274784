import type { DataConverter, Payload } from '@temporalio/common';
import { createDataConverter } from '../../keys/data-converter.ts';
import { readKeyring } from '../../keys/keyring.ts';

/** `BATON_KEYS` of what tests start. */
export const testKeys = `test:${Buffer.alloc(32, 'key of tests').toString('base64')}`;

/** Of every client and worker of the tests. Histories are recorded in plain text, so that people can read them. */
export const dataConverter: DataConverter =
  process.env['RECORD_HISTORIES'] === '1' ? {} : createDataConverter(readKeyring(testKeys));

/** What a payload says, as the Temporal UI shows it. */
export async function shownText(payload: object | null | undefined): Promise<string> {
  const [codec] = dataConverter.payloadCodecs ?? [];
  const [plain] = (await codec?.decode([(payload ?? {}) as Payload])) ?? [];
  return Buffer.from(plain?.data ?? []).toString();
}
