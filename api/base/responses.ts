import { problemSchema } from '../../contracts/api/index.ts';

/** The problem documents that any route may answer with. */
export const problems = {
  '4xx': {
    description: 'The request is not valid',
    content: { 'application/problem+json': { schema: problemSchema } },
  },
  '5xx': {
    description: 'The server cannot handle the request now',
    content: { 'application/problem+json': { schema: problemSchema } },
  },
} as const;
