import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { clientSignal } from '../../../api/base/client-signal.ts';

function reply() {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  return { raw, reply: { raw } as FastifyReply };
}

it('a client that leaves is noticed', () => {
  const { raw, reply: waiting } = reply();
  const signal = clientSignal(waiting);
  expect(signal.aborted).toBe(false);
  raw.emit('close');
  expect(signal.aborted).toBe(true);
});

it('a client that had left before is noticed at once', () => {
  const { raw, reply: waiting } = reply();
  raw.destroy();
  raw.emit('close');
  expect(clientSignal(waiting).aborted).toBe(true);
});
