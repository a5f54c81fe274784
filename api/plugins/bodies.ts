import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasMoreValues } from '../../contracts/base/json-values.ts';
import { isTooDeep, mostLevels } from '../../contracts/base/nesting.ts';
import { Problem } from '../base/problem.ts';

/** The most that the body of a request may have, on routes that do not take more. */
export const bodyLimitBytes = 1024 * 1024;
/** The most values of a longer one: texts and images are long, and long lists hold up whoever reads them. */
const mostValues = 50_000;

/** Reads JSON bodies; text that is no JSON is a problem that says where it broke, and so is what nests too deep. */
export function addJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, text, done) => {
      // A request without a body, though it announces one, is for the route's schema to judge.
      if (text === '') return done(null, undefined);
      const isLong = text.length > bodyLimitBytes;
      if (isLong && hasMoreValues(text, mostValues)) {
        return done(new Problem('malformed-body', tooMany));
      }
      // To read a long one, to parse it and to work on it are each long enough for one turn of the event loop.
      const inTurn = (step: () => void) => void (isLong ? setImmediate(step) : step());
      return inTurn(() =>
        parse(request, text, (error, body) => {
          if (error) {
            return done(new Problem('malformed-body', whereItBroke(text) ?? unsafeField));
          }
          return isTooDeep(body)
            ? done(new Problem('malformed-body', tooDeep))
            : inTurn(() => done(null, body));
        }),
      );
    },
  );
}

/** The parser takes all other JSON. */
const unsafeField =
  'A field of the body is named __proto__, or is a prototype within a constructor. Rename it.';
const tooMany = `The body is longer than 1 MB and has more than ${mostValues.toLocaleString('en-US')} values (fields of objects and entries of lists). Send fewer, such as fewer messages.`;
const tooDeep = `The body is nested more than ${mostLevels} levels deep.`;

const drainBytes = 16 * bodyLimitBytes;
const drainMs = 5_000;

/**
 * Reads away what is left of a body, within bounds: many clients look for an answer only after they have
 * sent everything.
 */
export async function drainBody(request: IncomingMessage, mostBytes = drainBytes): Promise<void> {
  if (request.readableEnded) return;
  let read = 0;
  try {
    const signal = AbortSignal.timeout(drainMs);
    for await (const [chunk] of on(request, 'data', { close: ['end', 'close'], signal })) {
      read += (chunk as Buffer).length;
      if (read > mostBytes) return;
    }
  } catch {
    // Who sends for longer than that, or breaks off, gets no more time.
  }
}

function whereItBroke(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `The body is not JSON: ${(error as SyntaxError).message}`;
  }
}
