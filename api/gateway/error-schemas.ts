import { openaiErrorSchema } from '../../contracts/api/gateway/index.ts';

/** The errors that any route of OpenAI's form may answer with. */
export const openaiErrors = {
  '4xx': openaiErrorSchema.describe('The request is not valid'),
  '5xx': openaiErrorSchema.describe(
    'No model answered, or the server cannot handle the request now',
  ),
} as const;
