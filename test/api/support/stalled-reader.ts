import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

export type Frame =
  | { type: 'text'; text: string }
  | { type: 'close'; code: number; reason: string };

/**
 * Opens a WebSocket and reads nothing from it, as a page does that is stuck: clients that come with Node always read.
 * @returns a way to read everything up to the end that the server puts to it.
 */
export async function openStalledReader(url: URL, headers: Record<string, string>) {
  const asked = request(url, {
    agent: false,
    headers: {
      connection: 'upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      ...headers,
    },
  });
  asked.end();
  const [, socket, head] = (await once(asked, 'upgrade')) as [IncomingMessage, Socket, Buffer];
  socket.pause();
  return {
    async readAll(): Promise<Frame[]> {
      const parts = [head];
      const { promise: ended, resolve } = Promise.withResolvers<Frame[]>();
      const look = () => framesIn(Buffer.concat(parts));
      socket.on('data', (part: Buffer) => {
        parts.push(part);
        const frames = look();
        if (frames.at(-1)?.type === 'close') resolve(frames);
      });
      socket.on('close', () => resolve(look()));
      socket.resume();
      const frames = await ended;
      socket.destroy();
      return frames;
    },
  };
}

/** The whole frames of a server, which are not masked (RFC 6455, section 5.2). */
function framesIn(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  let offset = 0;
  while (offset + 2 <= bytes.length) {
    const opcode = bytes.readUInt8(offset) & 0x0f;
    const short = bytes.readUInt8(offset + 1) & 0x7f;
    const head = { 126: 4, 127: 10 }[short] ?? 2;
    if (offset + head > bytes.length) break;
    const length =
      head === 2
        ? short
        : head === 4
          ? bytes.readUInt16BE(offset + 2)
          : Number(bytes.readBigUInt64BE(offset + 2));
    const start = offset + head;
    offset = start + length;
    if (offset > bytes.length) break;
    const content = bytes.subarray(start, offset);
    if (opcode === 1) frames.push({ type: 'text', text: content.toString() });
    if (opcode === 8) {
      const reason = content.subarray(2).toString();
      frames.push({ type: 'close', code: content.readUInt16BE(0), reason });
    }
  }
  return frames;
}
