import { createHash } from 'node:crypto';
import { stepKeyText } from '../../contracts/activities/index.ts';
import type { StepKey } from '../../contracts/activities/index.ts';

/** The namespace of Baton's memories: the UUIDv5 of `baton.memory` in that of URLs. */
const namespace = Buffer.from('459ae70355eb58129329fac0a55c31a1', 'hex');

/** The id of a step's memory: the same for the same step (UUIDv5, RFC 9562). */
export function memoryId(key: StepKey): string {
  const bytes = createHash('sha1')
    .update(namespace)
    .update(stepKeyText(key))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
