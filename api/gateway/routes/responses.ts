import { openaiErrorSchema } from '../../../contracts/api/gateway/index.ts';

/** The errors that any route of OpenAI's form may answer with. */
export const openaiErrors = {
  '4xx': openaiErrorSchema.describe('The request is not right as it is'),
  '5xx': openaiErrorSchema.describe('No model answered, or the server cannot do it now'),
} as const;
