import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** SHA-256 of an approval's token, hex: all that a history knows of it. Workflows have no `node:crypto`. */
export const tokenDigest = (token: string): string => bytesToHex(sha256(utf8ToBytes(token)));
