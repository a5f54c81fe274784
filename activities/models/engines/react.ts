import { messagesFor, requestSettings } from '../turn/chat-request.ts';
import type { Engine } from './engine.ts';

/** Baton keeps the conversation and sends all of it, to any model. */
export const react: Engine = async (
  { input, conversation, caller, chain, options },
  dependencies,
) => {
  const messages = (await messagesFor(input, conversation, dependencies)).map(
    ({ message }) => message,
  );
  const request = { messages, ...requestSettings(conversation, input, dependencies) };
  return dependencies.callModel({ caller, chain, request }, options);
};
