import { answerByRule } from '../demo/answer.ts';
import type { ModelProvider } from '../provider.ts';

export const demoModels = ['trend'];

/** A rule-based stand-in that calls tools as a model would, for trying Baton without a key. */
export function createDemoProvider(): ModelProvider {
  return {
    name: 'demo',
    async chat(request, { signal }) {
      signal.throwIfAborted();
      return answerByRule(request);
    },
  };
}
