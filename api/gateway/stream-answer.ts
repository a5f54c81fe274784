import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { ChatDelta } from '../../contracts/models/messages.ts';
import { toProblem } from '../plugins/errors.ts';
import { Problem } from '../base/problem.ts';
import { answerHeaders, begunHeaders } from './answer-headers.ts';
import type { OpenCall } from '../calls/calls.ts';
import { createRelay } from './relay.ts';

/** How an API writes an answer that comes in parts: each gives the text of server-sent events. */
export type StreamForm = {
  /** What comes before the first part, or before the end where there is none. */
  begin(model: string): string;
  part(model: string, delta: ChatDelta): string;
  /** What can only be told at the end: signatures, why it ended, and what was used. */
  end(answer: GatewayChatAnswer): string | Promise<string>;
  error(problem: Problem): string;
};

const keepAliveMs = 10_000;

/**
 * Answers with a stream. What the bus brings goes out as it comes; what it did not bring follows from the stored answer.
 * @throws {Problem} why there is no answer, as long as nothing was sent; after that, the stream ends with it.
 */
export async function streamAnswer(
  call: OpenCall<GatewayChatAnswer>,
  reply: FastifyReply,
  { model, form, signal }: { model: string; form: StreamForm; signal: AbortSignal },
): Promise<FastifyReply> {
  const relay = createRelay(model);
  const body = new PassThrough();
  let isOpen = false;
  let hasBegun = false;

  function write(text: string, headers = begunHeaders(call.id, relay)): void {
    if (!isOpen) {
      isOpen = true;
      // Whoever goes away is noticed by `signal`.
      body.on('error', () => undefined);
      void reply
        .headers({ ...headers, 'cache-control': 'no-cache', 'x-accel-buffering': 'no' })
        .type('text/event-stream; charset=utf-8')
        .send(body);
    }
    if (body.writable) body.write(text);
  }

  /** Events can be numbered: the first is made before all others. */
  function begin(headers?: Record<string, string>): void {
    if (!hasBegun) write(form.begin(relay.model), headers);
    hasBegun = true;
  }

  const stop = await call
    .follow((event) => {
      const part = relay.accept(event);
      if (!part) return;
      begin();
      write(form.part(relay.model, part));
    })
    // Without the bus, the whole answer comes at its end.
    .catch(() => () => undefined);
  const keepAlive = setInterval(() => write(': waiting for the model\n\n'), keepAliveMs);
  try {
    const answer = await call.answer(signal);
    stop();
    const rest = relay.rest(answer);
    if (!rest) throw new Problem('models-failed', contradiction);
    begin(answerHeaders(call.id, answer));
    for (const part of rest) write(form.part(answer.model, part));
    write(await form.end(answer));
  } catch (error) {
    if (!isOpen) throw error;
    if (!signal.aborted) write(form.error(toProblem(error, reply.request)));
  } finally {
    stop();
    clearInterval(keepAlive);
    body.end();
  }
  return reply;
}

const contradiction =
  'The model was called again after part of its answer had been sent, and the new answer is different. ' +
  'Send the request again with the same Idempotency-Key to get the complete new answer.';
