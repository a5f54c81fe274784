import { z } from 'zod';

/** Every kind of problem document, with its HTTP status and its title. */
export const problemKinds = {
  'malformed-body': { status: 400, title: 'The body cannot be read' },
  'malformed-url': { status: 400, title: 'The address cannot be read' },
  'bad-cursor': { status: 400, title: 'The cursor is not one of this list' },
  'refused-by-model': { status: 400, title: 'The model does not take the request' },
  unauthorized: { status: 401, title: 'A key is needed' },
  'over-budget': { status: 402, title: 'A budget is used up' },
  forbidden: { status: 403, title: 'Not allowed' },
  'plan-required': { status: 403, title: 'The plan does not include it' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'The address has other methods' },
  'unknown-model': { status: 404, title: 'There is no such model' },
  conflict: { status: 409, title: 'Too late' },
  'name-taken': { status: 409, title: 'The name is taken' },
  'in-use': { status: 409, title: 'Something else needs it' },
  'kept-in-a-file': { status: 409, title: 'It is kept in a file' },
  shipped: { status: 409, title: 'It comes with Baton' },
  'changed-meanwhile': { status: 412, title: 'Somebody else has changed it' },
  'key-in-use': { status: 409, title: 'The key belongs to another request' },
  'call-conflict': { status: 409, title: 'The tool cannot do it as things stand' },
  'call-cancelled': { status: 409, title: 'The call was stopped' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not understood' },
  'condition-required': { status: 428, title: 'Say what is to be replaced' },
  'invalid-request': { status: 422, title: 'The request does not fit' },
  'impossible-call': { status: 422, title: 'The tool cannot do what was asked' },
  'unknown-pipeline': { status: 422, title: 'There is no such pipeline' },
  'invalid-pipeline': { status: 422, title: 'The pipeline has mistakes' },
  'invalid-agent': { status: 422, title: 'The agent has mistakes' },
  'agent-not-ready': { status: 422, title: 'An agent lacks something that it needs' },
  'invalid-input': { status: 422, title: 'The input does not fit the pipeline' },
  'idempotency-mismatch': { status: 422, title: 'The key belongs to another request' },
  'rate-limited': { status: 429, title: 'The models are busy' },
  'too-many-calls': { status: 429, title: 'The tool is called too often' },
  internal: { status: 500, title: 'Something went wrong here' },
  'models-failed': { status: 502, title: 'No model answered' },
  'tool-failed': { status: 502, title: 'The tool failed' },
  'run-failed': { status: 502, title: 'The run did not complete' },
  unavailable: { status: 503, title: 'Something that is needed is not there' },
  'tool-not-set-up': { status: 503, title: 'The tool lacks something that it needs here' },
  'tool-unavailable': { status: 503, title: 'The tool cannot do it for now' },
  'call-timeout': { status: 504, title: 'No answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemKind = keyof typeof problemKinds;

export const fieldProblemSchema = z
  .object({
    path: z.string().describe('Where: `input.question`, `nodes[2].tool`'),
    message: z.string(),
    fix: z.string().optional().describe('What to write instead'),
  })
  .meta({ id: 'FieldProblem' });
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

/** An RFC 9457 problem document. */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:baton:problem:<kind>`'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('What happened, and what to do about it'),
    instance: z.string().describe('The path that was asked for'),
    errors: z.array(fieldProblemSchema).optional().describe('Every mistake, with its place'),
    code: z.string().optional().describe('Of a tool that was refused: why, as `PLAN_REQUIRED`'),
    metadata: z
      .object({ executionMs: z.number(), cached: z.boolean() })
      .optional()
      .describe('Of a tool that was refused: how long that took'),
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.infer<typeof problemSchema>;
