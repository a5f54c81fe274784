import type { FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { markingDefaults } from '../../contracts/base/own-words.ts';
import { firstProblems } from '../../contracts/documents/document-limits.ts';
import { zodProblems } from '../../contracts/values/zod-problems.ts';
import { Problem } from '../base/problem.ts';

/** Checks requests against their zod schemas; what does not fit is a problem that names every field. */
export function addValidation(app: FastifyInstance): void {
  app.setSerializerCompiler(serializerCompiler);
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart = 'body' }) => (value: unknown) => {
    const { success, data, error } = schema.safeParse(value, markingDefaults);
    if (success) return { value: data };
    const errors = firstProblems(zodProblems(error.issues, { value, schema, path: [] }));
    const places = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message));
    return {
      error: new Problem(
        'invalid-request',
        `In the ${names[httpPart]}: ${places.join('; ')}`,
        errors,
      ),
    };
  });
}

const names: Record<string, string> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'headers',
};
