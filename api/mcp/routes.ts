import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { userNameSchema } from '../../contracts/base/user.ts';
import { directSideEffectsSchema } from '../../contracts/tools/side-effects-schema.ts';
import { agentPolicies } from '../../contracts/tools/side-effects.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import { actingUser, requirePrincipal, requireToAllow } from '../access/principal.ts';
import { clientSignal } from '../base/client-signal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * Baton as an MCP server, over streamable HTTP without sessions: each request stands for itself, so that any process of
 * the API can answer it.
 */
export const mcpRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.route({
    method: 'POST',
    url: '/mcp',
    config: { scopedToTools: true },
    schema: { hide: true },
    async handler(request, reply) {
      requireOrigin(request);
      const user = userOf(request);
      const sideEffects = sideEffectsOf(request);
      requireToAllow(requirePrincipal(request), sideEffects);
      const { name: by, tools } = requirePrincipal(request);
      const given = { services, user, by, tools, sideEffects, signal: clientSignal(reply) };
      // Imported when needed: most have no MCP clients.
      const { createMcpServer } = await import('./create-server.ts');
      const { StreamableHTTPServerTransport } =
        await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
      const server = createMcpServer(given);
      Object.assign(server, { onerror: (error: Error) => request.log.info({ error }, 'MCP') });
      const transport = new StreamableHTTPServerTransport({});
      reply.hijack();
      reply.raw.once('close', () => void server.close());
      // The types of the package are not made for `exactOptionalPropertyTypes`.
      await server.connect(transport as Transport);
      await transport.handleRequest(request.raw, reply.raw, request.body);
    },
  });

  // There is nothing to say without being asked, and no session to end.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    handler: async (_request, reply) => {
      reply.code(405).header('allow', 'POST');
      const error = {
        code: -32_000,
        message: 'Method not allowed. This server has no sessions; use POST.',
      };
      return { jsonrpc: '2.0', error, id: null };
    },
  });
};

/**
 * Pages of browsers say where they come from: those of other origins are refused, whatever key they show.
 * @throws {Problem} `forbidden`
 */
function requireOrigin({ headers: { origin, host } }: FastifyRequest): void {
  if (origin === undefined) return;
  if (URL.canParse(origin) && new URL(origin).host === host) return;
  throw new Problem('forbidden', 'Web pages from another origin cannot use /mcp.');
}

/** @throws {Problem} `invalid-request` */
function userOf(request: FastifyRequest): string {
  const principal = requirePrincipal(request);
  const named = request.headers['x-baton-user'];
  if (named === undefined) return principal.user;
  const user = userNameSchema.safeParse(named);
  if (user.success) return actingUser(principal, user.data);
  throw new Problem('invalid-request', 'x-baton-user is not a valid user name.');
}

/**
 * Who decides on side effects, as whoever has set up the client says it: a model has no say in headers.
 * @throws {Problem} `invalid-request`
 */
function sideEffectsOf({ headers }: FastifyRequest): SideEffectTerms {
  const stated = headers['x-baton-side-effects'];
  const read = directSideEffectsSchema.safeParse(stated === undefined ? {} : { policy: stated });
  if (read.success) return read.data;
  throw new Problem(
    'invalid-request',
    `x-baton-side-effects is not valid. Use one of: ${agentPolicies.join(', ')}.`,
  );
}
