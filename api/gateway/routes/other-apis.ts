import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Problem } from '../../base/problem.ts';
import type { Services } from '../../services.ts';

/** What to use in place of APIs of OpenAI that Baton does not have. */
const instead = {
  '/completions':
    'Baton has no text completions. Send the prompt as a message: POST /v1/chat/completions with ' +
    '"messages": [{"role": "user", "content": …}], or POST /v1/responses with "input".',
  '/moderations':
    'Baton has no moderation models. Ask a chat model to judge the text, with response_format for the form of its ' +
    'answer: POST /v1/chat/completions.',
};

/** Answers clearly where clients ask for what is not here. */
export const otherApiRoutes: FastifyPluginAsyncZod<Services> = async (app) => {
  for (const [path, message] of Object.entries(instead)) {
    app.post(path, { schema: { hide: true } }, () => {
      throw new Problem('not-offered', message);
    });
  }
};
