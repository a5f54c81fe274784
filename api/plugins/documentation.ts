import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { addRights } from '../access/add-rights.ts';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { withOptionalBodies } from './optional-bodies.ts';

/**
 * Serves the OpenAPI document of the routes that are registered after it, and a page to read and try it.
 * @param options.publicUrl this server's own address, such as `http://127.0.0.1:3000`
 * @param options.cookieName of the session's cookie
 */
export async function addDocumentation(
  app: FastifyInstance,
  { publicUrl, cookieName }: { publicUrl: string; cookieName: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Baton',
        version: '1',
        description: 'Start agent pipelines, watch their runs and decide approvals.',
      },
      // The page asks the server that it comes from, by whatever name it was opened.
      servers: [
        { url: '/', description: 'This server' },
        { url: publicUrl, description: 'From the same machine' },
      ],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          header: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          session: { type: 'apiKey', in: 'cookie', name: cookieName },
        },
      },
      security: [{ bearer: [] }, { header: [] }, { session: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: (given) => withOptionalBodies(jsonSchemaTransformObject(given)),
  });
  await app.register(async (docs) => {
    addRights(docs, { read: 'read', change: 'administer' });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: true,
      theme: { title: 'Baton API' },
      uiConfig: { layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: true },
    });
  });
  app.get('/openapi.json', { config: { right: 'read' }, schema: { hide: true } }, () =>
    app.swagger(),
  );
}
