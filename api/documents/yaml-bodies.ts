import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../base/problem.ts';
import type { Documents } from './documents.ts';
import { MalformedPipeline } from './parse-pipeline.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a body that was sent as YAML. */
    yaml: string | null;
  }
}

/** Reads YAML bodies on the routes of a plugin; text that is no YAML is a problem that says where it broke. */
export function addYamlBodies(app: FastifyInstance, documents: Documents): void {
  app.decorateRequest('yaml', null);
  for (const type of ['text/yaml', 'application/yaml', 'application/x-yaml']) {
    app.addContentTypeParser<string>(
      type,
      { parseAs: 'string' },
      async (request: FastifyRequest, text: string) => {
        request.yaml = text;
        try {
          return await documents.read(text);
        } catch (error) {
          if (!(error instanceof MalformedPipeline)) throw error;
          throw new Problem('malformed-body', `The body is not YAML: ${error.message}`);
        }
      },
    );
  }
}
