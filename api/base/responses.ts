import { problemSchema } from '../../contracts/api/index.ts';

/** The problem documents that any route may answer with. */
export const problems = {
  '4xx': {
    description: 'The request is not right as it is',
    content: { 'application/problem+json': { schema: problemSchema } },
  },
  '5xx': {
    description: 'The server cannot do it now',
    content: { 'application/problem+json': { schema: problemSchema } },
  },
} as const;
