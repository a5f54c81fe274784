import type { FastifyInstance } from 'fastify';
import { MalformedPipeline, parsePipeline } from './parse-pipeline.ts';
import { Problem } from '../base/problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a body that was sent as YAML. */
    yaml: string | null;
  }
}

/** Reads YAML bodies on the routes of a plugin; text that is no YAML is a problem that says where it broke. */
export function addYamlBodies(app: FastifyInstance): void {
  app.decorateRequest('yaml', null);
  for (const type of ['text/yaml', 'application/yaml', 'application/x-yaml']) {
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, text, done) => {
      request.yaml = text;
      try {
        done(null, parsePipeline(text));
      } catch (error) {
        if (!(error instanceof MalformedPipeline)) throw error;
        done(new Problem('malformed-body', `The body is not YAML: ${error.message}`));
      }
    });
  }
}
