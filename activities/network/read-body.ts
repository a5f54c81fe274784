import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { NetworkError } from './network-error.ts';

/** The encodings that are asked for. */
export const acceptedEncodings = 'gzip, br';

const decompressors: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The whole body of an answer, unpacked.
 * @param options.maximumBytes bounds what is declared, what comes, and what it is when unpacked.
 * @throws {NetworkError} `TOO_LARGE`, as soon as that is known, or `BAD_ENCODING`.
 */
export async function readBody(
  body: Readable,
  options: { encoding: string; declaredBytes: number; maximumBytes: number },
): Promise<Buffer> {
  const { declaredBytes, maximumBytes } = options;
  const parts: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of source) parts.push(part);
  };
  const atMost = limit(maximumBytes);
  try {
    if (declaredBytes > maximumBytes) throw tooLarge(maximumBytes);
    const unpack = decompressorOf(options.encoding);
    await (unpack
      ? pipeline(body, atMost, unpack, limit(maximumBytes), collect)
      : pipeline(body, atMost, collect));
  } catch (error) {
    // Else an error of a body that nobody reads would end the process.
    body.on('error', () => undefined).destroy();
    throw isOfZlib(error) ? badEncoding(error) : error;
  }
  return Buffer.concat(parts);
}

function limit(maximumBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.length;
      if (bytes > maximumBytes) throw tooLarge(maximumBytes);
      yield part;
    }
  };
}

function decompressorOf(encoding: string): Transform | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  const create = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
  if (create) return create();
  throw new NetworkError(
    'BAD_ENCODING',
    `The answer has the encoding "${name.slice(0, 40)}", which is not supported; ${acceptedEncodings} are.`,
    { mayHaveArrived: true },
  );
}

function tooLarge(maximumBytes: number): NetworkError {
  return new NetworkError(
    'TOO_LARGE',
    `The answer is larger than the limit of ${maximumBytes} bytes.`,
    { mayHaveArrived: true },
  );
}

function isOfZlib(error: unknown): boolean {
  return /^(Z_|ERR_BROTLI|ERR__)/.test(String((error as NodeJS.ErrnoException | undefined)?.code));
}

function badEncoding(cause: unknown): NetworkError {
  return new NetworkError('BAD_ENCODING', 'The answer cannot be decompressed: it is damaged.', {
    isTransient: true,
    mayHaveArrived: true,
    cause,
  });
}
