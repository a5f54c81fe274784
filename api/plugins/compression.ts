import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** What takes long would hold up more than the bytes that it saves. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * Compresses the answers of routes that have `compress: {}`: long lists that hold no secret, since the length of a compressed
 * answer tells of what is in it. Bodies of requests are never decompressed.
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false, globalDecompression: false, brotliOptions });
}
