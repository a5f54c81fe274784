import type { Target, Work } from './ask-model.ts';
import type { ChatRequest, ChatResponse } from '../provider.ts';
import { outputLimit } from '../known/output-limit.ts';
import type { RoutedRequest, StoredConversation } from '../router.ts';

type Answer = ChatResponse & { responseId?: string };

/** A chat request to one model, or the next turn of a conversation that its provider keeps. */
export function chatWork(call: {
  target: Target;
  request: RoutedRequest;
  inputTokens: number;
  stored: StoredConversation | undefined;
}): Work<Answer> {
  const { target, inputTokens, stored } = call;
  const { provider, model } = target;
  const request = withinLimit({ ...call.request, model }, target.name);
  let begun = stored?.resumeResponseId;
  return {
    estimate: { inputTokens, maximumOutputTokens: request.maximumOutputTokens },
    used: ({ usage }) => usage,
    // A response that was begun is waited for; to ask another model would pay twice.
    isBound: () => begun !== undefined,
    async send(options) {
      if (!stored || !provider.respond) return provider.chat(request, options);
      return provider.respond(request, {
        ...(stored.previousResponseId !== undefined && {
          previousResponseId: stored.previousResponseId,
        }),
        ...(stored.keepOnAbort && { keepOnAbort: stored.keepOnAbort }),
        ...options,
        ...(begun !== undefined && { resumeResponseId: begun }),
        async onBegun(responseId) {
          begun = responseId;
          await stored.onBegun(responseId, target.name);
        },
      });
    },
  };
}

/** One limit goes to all models of a chain: those that can write less would refuse it. */
function withinLimit(request: ChatRequest, name: string): ChatRequest {
  const { maximumOutputTokens } = request;
  if (maximumOutputTokens === undefined) return request;
  const limit = outputLimit(name) ?? maximumOutputTokens;
  return { ...request, maximumOutputTokens: Math.min(maximumOutputTokens, limit) };
}
