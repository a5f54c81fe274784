import { answerByRule } from './demo/answer.ts';
import type { ModelProvider } from '../provider.ts';
import { tellWhole } from './wire/tell-whole.ts';

/** A rule-based stand-in that calls tools as a model would, for trying Baton without a key. */
export function createDemoProvider(): ModelProvider {
  return {
    name: 'demo',
    async chat(request, { signal, onDelta }) {
      signal.throwIfAborted();
      const answer = answerByRule(request);
      if (!onDelta) return answer;
      for (const text of words(answer.text)) onDelta({ type: 'text-delta', text });
      tellWhole({ ...answer, text: '' }, onDelta);
      return answer;
    },
  };
}

/** Each with the space after it. */
function words(text: string): string[] {
  return text.split(/(?<=\s)(?=\S)/).filter((word) => word !== '');
}
