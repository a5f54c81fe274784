import { chainWindow } from '../context/chain-window.ts';
import { fittedRequest } from '../context/fitted-request.ts';
import type { Engine } from './engine.ts';

/** Baton keeps the conversation and sends as much of it as the model takes, to any model. */
export const react: Engine = async (
  { input, conversation, caller, chain, options },
  dependencies,
) => {
  const window = chainWindow(chain, dependencies);
  const request = await fittedRequest({ input, conversation, window }, dependencies);
  return dependencies.callModel({ caller, chain, request }, options);
};
