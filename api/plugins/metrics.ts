import type { FastifyInstance } from 'fastify';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import { instruments } from '../../telemetry/instruments.ts';

/** Times every request, and gives what was measured to those who show the key. */
export function addMetrics(app: FastifyInstance, metricsText: () => Promise<string>): void {
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    instruments().requestDuration.record(reply.elapsedTime / 1000, {
      [ATTR_HTTP_REQUEST_METHOD]: method,
      [ATTR_HTTP_ROUTE]: routeOptions.url ?? '(none)',
      [ATTR_HTTP_RESPONSE_STATUS_CODE]: reply.statusCode,
    });
  });
  app.get(
    '/metrics',
    {
      config: { right: 'read' },
      schema: {
        tags: ['health'],
        summary: 'Get the metrics of this process, in the Prometheus text format',
        produces: ['text/plain'],
      },
    },
    async (_request, reply) =>
      reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metricsText()),
  );
}
