import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { allRunsEventSchema, runEventSchema } from '../../contracts/api/streams.ts';
import { closeCodes } from '../../contracts/runs/run-events.ts';
import { Problem } from '../base/problem.ts';
import { requireRun } from '../runs/require-run.ts';
import type { Services } from '../services.ts';
import type { Streams } from './add-streams.ts';
import type { Outlet } from './outlet.ts';
import { webSocketOutlet } from './outlets/web-socket.ts';
import type { ServerSocket } from './outlets/web-socket.ts';
import { readPosition } from './position.ts';
import type { Position } from './position.ts';
import { problems } from '../base/responses.ts';
import type { ServerResponse } from 'node:http';
import { mostWaitingBytes } from './outlet.ts';

/** How often it is asked whether a reader may still read. */
const lookMs = 30_000;

const params = z.object({ id: z.string() });
const querystring = z.object({
  after: z.string().optional().describe('The `position` of the last event you read'),
});

/** The answers of a stream: what is described is one of its events. */
function eventsOf(schema: z.ZodType) {
  return {
    101: {
      description: 'A WebSocket: each message is the JSON of an event, or of a `heartbeat`',
      content: { 'application/json': { schema } },
    },
    200: {
      description:
        'Server-sent events: `data` is the JSON of an event, `id` its `position`. ' +
        'The last one, `event: end`, has `code` and `reason`.',
      content: { 'text/event-stream': { schema } },
    },
    ...problems,
  };
}

type Join = (outlet: Outlet, after: Position | undefined) => void;

const howToRead = `Open a WebSocket, or accept text/event-stream. Each event is a JSON object with \`type\` and \`position\`. It begins with the events after \`after\` (server-sent events: or \`Last-Event-ID\`), or with a \`snapshot\` that replaces everything before, if those events are no longer kept.

Pass the API key to a WebSocket as a subprotocol: \`new WebSocket(url, ['baton', 'baton.key.' + base64url(key)])\`; a page of this server needs only its cookie. At least every ten seconds there is an event or a heartbeat: the message \`{"type": "heartbeat"}\`, which has no position, or a comment in server-sent events.

A WebSocket closes with one of these codes; server-sent events carry them too. Reconnect with \`after\`, the position of the last event you read:

- ${closeCodes.goingAway}: the server is stopping or restarting
- ${closeCodes.failed}: the records cannot be read now
- ${closeCodes.tooSlow}: too slow: unread events are no longer kept`;

/** What happens in runs, as it happens. */
export const streamRoutes: FastifyPluginAsyncZod<
  Pick<Services, 'runs'> & { streams: Streams }
> = async (app, { runs, streams }) => {
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    config: { webSocket: true },
    url: '/runs/:id/stream',
    schema: {
      tags: ['runs'],
      summary: 'Stream the events of a run',
      description: `${howToRead} The last event of a run is a \`state\` with its end.`,
      params,
      querystring,
      response: eventsOf(runEventSchema),
    },
    // Before the WebSocket is opened, so that a problem can be told.
    async preHandler({ params: { id } }) {
      await requireRun({ runs }, id);
    },
    handler: (request, reply) => serveEvents(request, reply, joinRun(request.params.id)),
    wsHandler: (socket: ServerSocket, request) =>
      joinRun(request.params.id)(
        endingWithCredential(request, webSocketOutlet(socket)),
        readPosition(request.query.after),
      ),
  });

  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    config: { webSocket: true },
    url: '/stream',
    schema: {
      tags: ['runs'],
      summary: 'Stream runs that begin, wait and end, and approvals',
      description: `${howToRead} After a \`snapshot\`, read lists again.`,
      querystring,
      response: eventsOf(allRunsEventSchema),
    },
    handler: (request, reply) => serveEvents(request, reply, streams.allRuns.join),
    wsHandler: (socket: ServerSocket, request) =>
      streams.allRuns.join(
        endingWithCredential(request, webSocketOutlet(socket)),
        readPosition(request.query.after),
      ),
  });

  function joinRun(id: string): Join {
    return (outlet, after) => streams.runs.join(id, outlet, after);
  }
};

type EventsRequest = FastifyRequest<{ Querystring: z.output<typeof querystring> }>;

/** Ends a stream soon after its reader signed out, or lost the key or the role. */
function endingWithCredential(request: FastifyRequest, outlet: Outlet): Outlet {
  const looking = setInterval(async () => {
    // What the records cannot say now, they say the next time.
    const may = await request.server.mayStillRead(request).catch(() => true);
    if (!may) outlet.end(closeCodes.goingAway, 'You are signed out. Sign in and reconnect.');
  }, lookMs);
  looking.unref();
  outlet.onEnd(() => clearInterval(looking));
  return outlet;
}

function serveEvents(request: EventsRequest, reply: FastifyReply, join: Join) {
  const { headers, query } = request;
  if (!headers.accept?.includes('text/event-stream')) {
    throw new Problem(
      'invalid-request',
      'This is a stream: open a WebSocket here, or accept text/event-stream.',
    );
  }
  const lastId = headers['last-event-id'];
  const after = readPosition(typeof lastId === 'string' ? lastId : query.after);
  reply.hijack();
  // One who left while the run was looked up: their `close` would never be heard.
  if (reply.raw.destroyed || reply.raw.closed) return;
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // Compressed, they would wait for each other on the way.
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  reply.raw.flushHeaders();
  join(endingWithCredential(request, eventStreamOutlet(reply.raw)), after);
}

/**
 * A client of server-sent events; an end is told to it as an event `end` with code and reason.
 * @param response of which the head was sent already.
 * @param options.heartbeatMs how often a comment is sent, so that nobody on the way takes the connection for dead.
 */
export function eventStreamOutlet(
  response: ServerResponse,
  { heartbeatMs = 10_000 }: { heartbeatMs?: number } = {},
): Outlet {
  // `writable` stays true of a response that has ended, and what is written then ends the process.
  const isOver = () => response.writableEnded || response.destroyed;
  const hasRoom = () => !isOver() && response.writableLength < mostWaitingBytes;
  const beating = setInterval(() => {
    if (hasRoom()) response.write(': heartbeat\n\n');
  }, heartbeatMs);
  response.on('close', () => clearInterval(beating));

  return {
    hasRoom,
    send: (position, text) => void response.write(`id: ${position}\ndata: ${text}\n\n`),
    onRoom: (hear) => void response.on('drain', hear),
    onEnd: (hear) => void response.on('close', hear),
    end(code, reason) {
      clearInterval(beating);
      response.end(`event: end\ndata: ${JSON.stringify({ code, reason })}\n\n`);
      // One who does not read this either is cut off.
      setTimeout(() => response.destroy(), heartbeatMs).unref();
    },
  };
}
