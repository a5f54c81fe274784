import type { DemoAnswer } from './demo/answer.ts';
import type { ModelProvider } from '../provider.ts';
import { settle, tellIgnored } from './parameters/settle.ts';
import { tellWhole } from './wire/tell-whole.ts';
import { answerInGeneral } from './demo/general/index.ts';

/**
 * A rule-based stand-in that calls tools as a model would, for trying Baton without a key.
 * @param answer by the rules of a field of work; left out, it picks from what it was given, and says that it is a demo.
 */
export function createDemoProvider(answer: DemoAnswer = answerInGeneral): ModelProvider {
  return {
    name: 'demo',
    async chat(request, { signal, onDelta, onIgnored }) {
      signal.throwIfAborted();
      const { ignored } = settle('demo', request);
      tellIgnored('demo', request, ignored, { onIgnored });
      const answered = { ...answer(request), ...(ignored.length > 0 && { ignored }) };
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
