import type { FastifyInstance } from 'fastify';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import { instruments } from '../../telemetry/instruments.ts';
import type { Backlog } from '../temporal/index.ts';

type Options = {
  metricsText: () => Promise<string>;
  /** What waits for workers. */
  backlogs: () => Promise<Backlog[]>;
};

/** Times every request, and gives what was measured to those who show the key, with what waits for workers now. */
export function addMetrics(app: FastifyInstance, { metricsText, backlogs }: Options): void {
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
    async (_request, reply) => {
      const [measured, waiting] = await Promise.all([
        metricsText(),
        // While Temporal is away nothing is known of its queues.
        backlogs().catch(() => []),
      ]);
      reply.type('text/plain; version=0.0.4; charset=utf-8');
      return reply.send(measured + backlogText(waiting));
    },
  );
}

const backlogMetrics = [
  {
    name: 'baton_task_queue_backlog',
    help: 'Approximate number of tasks that no worker has taken yet',
    value: ({ tasks }: Backlog) => tasks,
  },
  {
    name: 'baton_task_queue_backlog_age_seconds',
    help: 'Approximate age of the oldest of these tasks',
    value: ({ ageSeconds }: Backlog) => ageSeconds,
  },
];

function backlogText(waiting: Backlog[]): string {
  if (waiting.length === 0) return '';
  const lines = backlogMetrics.flatMap(({ name, help, value }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...waiting.map((backlog) => {
      const { queue, type } = backlog;
      return `${name}{task_queue="${queue}",task_type="${type}"} ${value(backlog)}`;
    }),
  ]);
  return `${lines.join('\n')}\n`;
}
