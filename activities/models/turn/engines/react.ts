import { chainWindow } from '../context/chain-window.ts';
import { fittedRequest } from '../context/fitted-request.ts';
import type { Engine } from './engine.ts';

/** Baton keeps the conversation and sends as much of it as the model takes, to any model. */
export const react: Engine = async (turn, dependencies) => {
  const { chain } = turn;
  const window = chainWindow(chain, dependencies);
  const { request, context } = await fittedRequest({ ...turn, window }, dependencies);
  return {
    input: { context },
    request,
    ask: ({ caller, options }) => dependencies.callModel({ caller, chain, request }, options),
  };
};
