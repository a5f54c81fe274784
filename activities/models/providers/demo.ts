import { answerBy } from './demo/answer.ts';
import type { DemoAnswer } from './demo/answer.ts';
import { generalRules } from './demo/general-rules.ts';
import type { ModelProvider } from '../provider.ts';
import { tellWhole } from './wire/tell-whole.ts';

/**
 * A rule-based stand-in that calls tools as a model would, for trying Baton without a key.
 * @param answer by the rules of a field of work; left out, it says only that it is a demo, and what came back of tools.
 */
export function createDemoProvider(answer: DemoAnswer = answerBy(generalRules)): ModelProvider {
  return {
    name: 'demo',
    async chat(request, { signal, onDelta }) {
      signal.throwIfAborted();
      const answered = answer(request);
      if (!onDelta) return answered;
      for (const text of words(answered.text)) onDelta({ type: 'text-delta', text });
      tellWhole({ ...answered, text: '' }, onDelta);
      return answered;
    },
  };
}

/** Each with the space after it. */
function words(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/).filter((word) => word !== '');
}
