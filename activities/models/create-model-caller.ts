import type { ModelCaller } from './model-caller.ts';
import type { ModelRouter } from './router.ts';

/** Everything that a call goes through before it reaches the router. */
export function createModelCaller({ router }: { router: Pick<ModelRouter, 'chat'> }): ModelCaller {
  return async ({ caller, chain, request }, options) => {
    const { priority } = caller;
    return { ...(await router.chat(chain, request, { ...options, priority })), costUsd: null };
  };
}
