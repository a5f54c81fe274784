import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hostOf } from '../../../contracts/base/public-address.ts';
import { cutText } from '../../../contracts/base/text.ts';
import { bodyText } from '../../network/body-text.ts';
import { createNetwork } from '../../network/create-network.ts';
import { NetworkError } from '../../network/network-error.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import { awayByStatus } from '../../tool-kit/network-failure.ts';
import { ToolError } from '../../tool-kit/tool.ts';

const answerSchema = z.looseObject({
  event_id: z.string().optional(),
  errcode: z.string().optional(),
  error: z.string().optional(),
  retry_after_ms: z.number().optional(),
});

export type Matrix = {
  /**
   * Sends a message to a room, once under a key: the homeserver knows a repeated one by its transaction.
   * @returns the id of the event.
   * @throws {ToolError} that says what the homeserver said.
   */
  send(message: { room: string; text: string; key: string; signal: AbortSignal }): Promise<string>;
};

/** A user of a homeserver, by the client-server API of Matrix, v3. */
export function createMatrix(settings: {
  url: string;
  token: string;
  rooms: readonly string[] | undefined;
}): Matrix {
  const { url, token, rooms } = settings;
  const base = new URL(url);
  const network = createNetwork({
    // The homeserver is named by who runs Baton, and may be one of their own network.
    allowedHosts: [hostOf(base.hostname)],
    ports: 'any',
    hostsSetting: 'BATON_MATRIX_URL',
  });
  return {
    async send({ room, text, key, signal }) {
      if (rooms && !rooms.includes(room)) {
        throw new ToolError(
          `${room} is not an allowed room (BATON_MATRIX_ROOMS): ${rooms.join(', ')}.`,
          { retryable: false, fault: 'denied' },
        );
      }
      const transaction = createHash('sha256').update(key).digest('hex');
      const path = `_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${transaction}`;
      const address = new URL(base);
      address.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`;
      const answer = await network
        .send(address, {
          method: 'PUT',
          body: JSON.stringify({ msgtype: 'm.text', body: text }),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          signal,
          maximumBytes: 64 * 1024,
        })
        .catch(unreachable);
      return readAnswer(answer.status, bodyText(answer), room);
    },
  };
}

const homeserver = { what: 'the Matrix homeserver' };

/** It is safe to send a message again, since its transaction says that it is the same one. */
function unreachable(error: unknown): never {
  if (!(error instanceof NetworkError)) throw error;
  throw new ToolError(`The Matrix homeserver: ${error.message}`, {
    retryable: error.isTransient,
    fault: 'upstream',
    away: error.isTransient && !error.mayHaveArrived ? homeserver : undefined,
    cause: error,
  });
}

function readAnswer(status: number, body: string, room: string): string {
  const { event_id: event, errcode, error, retry_after_ms: wait } = parse(body);
  if (status === 200 && event !== undefined) return event;
  const said = cutText([errcode, error].filter(Boolean).join(': ') || `status ${status}`, 300);
  if (status === 429) {
    throw new ToolRefused('RATE_LIMIT', `The Matrix homeserver has a rate limit (${said}).`, {
      retryable: true,
      retryAfterMs: wait ?? 5_000,
    });
  }
  const advice: Record<string, string> = {
    M_FORBIDDEN: `; let the user of BATON_MATRIX_TOKEN join ${room}`,
    M_UNKNOWN_TOKEN: '; set a new BATON_MATRIX_TOKEN',
    M_MISSING_TOKEN: '; set a new BATON_MATRIX_TOKEN',
  };
  throw new ToolError(
    `The Matrix homeserver refused the message (${said})${advice[errcode ?? ''] ?? ''}.`,
    {
      retryable: status >= 500,
      fault: 'upstream',
      away: awayByStatus(status, homeserver),
    },
  );
}

function parse(body: string): z.output<typeof answerSchema> {
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch {
    return {};
  }
}
