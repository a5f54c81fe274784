import { z } from 'zod';
import type { Json } from '../base/json.ts';
import { jsonSchema } from './values.ts';

/** Every kind of problem document, with its HTTP status and its title. */
export const problemKinds = {
  'malformed-body': { status: 400, title: 'The body cannot be read' },
  'malformed-url': { status: 400, title: 'The URL cannot be read' },
  'malformed-request': { status: 400, title: 'The request cannot be read' },
  'bad-cursor': { status: 400, title: 'The cursor is not valid' },
  'refused-by-model': { status: 400, title: 'The model refused the request' },
  'context-too-long': { status: 400, title: 'The request is too long for the model' },
  'content-filtered': { status: 400, title: 'A content filter stopped the request' },
  unauthorized: { status: 401, title: 'An API key is required' },
  'over-budget': { status: 402, title: 'A budget is used up' },
  forbidden: { status: 403, title: 'Not allowed' },
  'plan-required': { status: 403, title: 'The plan does not include this tool' },
  'not-found': { status: 404, title: 'Not found' },
  'not-offered': { status: 404, title: 'Not supported by Baton' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'unknown-model': { status: 404, title: 'Model not found' },
  'request-timeout': { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'Not possible in the current status' },
  'name-taken': { status: 409, title: 'The name is taken' },
  'in-use': { status: 409, title: 'In use' },
  'kept-in-a-file': { status: 409, title: 'Defined in a file' },
  shipped: { status: 409, title: 'Ships with Baton' },
  'changed-meanwhile': { status: 412, title: 'Changed since you read it' },
  'key-in-use': { status: 409, title: 'The idempotency key was used for another request' },
  'call-conflict': { status: 409, title: 'The tool cannot do this in the current state' },
  'call-cancelled': { status: 409, title: 'The call was cancelled' },
  'body-too-large': { status: 413, title: 'The body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'condition-required': { status: 428, title: 'If-Match is required' },
  'invalid-request': { status: 422, title: 'The request is not valid' },
  'impossible-call': { status: 422, title: 'The tool cannot do this' },
  'unknown-pipeline': { status: 422, title: 'Pipeline not found' },
  'invalid-pipeline': { status: 422, title: 'The pipeline is not valid' },
  'invalid-agent': { status: 422, title: 'The agent is not valid' },
  'agent-not-ready': { status: 422, title: 'An agent is missing something it needs' },
  'invalid-input': { status: 422, title: 'The input is not valid for the pipeline' },
  'idempotency-mismatch': {
    status: 422,
    title: 'The idempotency key was used for another request',
  },
  'too-many-requests': { status: 429, title: 'Too many requests' },
  'quota-used-up': { status: 429, title: "The provider's quota is used up" },
  'rate-limited': { status: 429, title: 'The models are busy' },
  'too-many-calls': { status: 429, title: 'Too many calls of the tool' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Internal error' },
  'models-failed': { status: 502, title: 'No model answered' },
  'answer-does-not-fit': { status: 422, title: 'The answer does not have the requested format' },
  'call-interrupted': { status: 502, title: 'The call was interrupted' },
  'tool-failed': { status: 502, title: 'The tool failed' },
  'run-failed': { status: 502, title: 'The run did not complete' },
  unavailable: { status: 503, title: 'A service is not available' },
  'tool-not-set-up': { status: 503, title: 'The tool is not set up' },
  'tool-unavailable': { status: 503, title: 'The tool is not available now' },
  'disk-full': { status: 507, title: 'The disk is full' },
  'call-timeout': { status: 504, title: 'The call timed out' },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemKind = keyof typeof problemKinds;

export const fieldProblemSchema = z
  .object({
    path: z.string().describe('The place, such as `input.question` or `nodes[2].tool`'),
    message: z.string(),
    fix: z.string().optional().describe('What to write instead'),
    code: z.enum(['missing']).optional().describe('`missing`: a required value is not given'),
  })
  .meta({ id: 'FieldProblem' });
export type FieldProblem = z.infer<typeof fieldProblemSchema>;

const contentChangeSchema = z
  .object({
    path: z.string().describe('The place, such as `args.quantity`'),
    seen: jsonSchema.optional().describe('What you saw; omitted if it did not exist'),
    now: jsonSchema.optional().describe('The current value; omitted if it no longer exists'),
  })
  .meta({ id: 'ContentChange' });
export type ContentChange = { path: string; seen?: Json; now?: Json };

/** An RFC 9457 problem document. */
export const problemSchema = z
  .object({
    type: z.string().describe('`urn:baton:problem:<kind>`'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('What happened, and what to do about it'),
    help: z
      .object({
        request: z.string().describe('A request to this API, such as `GET /api/v1/runs`'),
        does: z.string().describe('What the request does, such as `lists all runs`'),
      })
      .optional()
      .describe('A request that helps to fix the problem'),
    instance: z.string().describe('The path of the request'),
    errors: z.array(fieldProblemSchema).optional().describe('All errors, each with its place'),
    changes: z
      .array(contentChangeSchema)
      .optional()
      .describe('For a decision on outdated content: each difference'),
    code: z
      .string()
      .optional()
      .describe('For a refused tool call: the reason, such as `PLAN_REQUIRED`'),
    metadata: z
      .object({ executionMs: z.number(), cached: z.boolean() })
      .optional()
      .describe('For a refused tool call: how long it took'),
  })
  .meta({ id: 'Problem' });
export type ProblemDocument = z.infer<typeof problemSchema>;
