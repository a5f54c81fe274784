import { answerBy } from './demo/answer.ts';
import type { DemoAnswer } from './demo/answer.ts';
import type { ModelProvider } from '../provider.ts';
import { settle, tellIgnored } from './parameters/settle.ts';
import { tellWhole } from './wire/tell-whole.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type { Facts } from './demo/facts.ts';
import { demoLabel } from './demo/label.ts';
import type { DemoRules } from './demo/rules.ts';

/** What the demo model does where it knows of no field of work: it asks no tool, and tells what came back of any. */
const generalRules: DemoRules<Facts> = {
  read: (facts) => facts,
  stages: [],
  work: [],
  results: {},
  forms: [],
  said: () => [],
  textOf: () => undefined,
  report({ task, observations, failures }) {
    const title = `${demoLabel} It cannot work on the task: ${oneLine(task, 200)}`;
    const found = observations
      .filter(({ isError }) => !isError)
      .map(({ tool, text }) => `${tool} gave: ${oneLine(text, 400)}`);
    const missing = failures.length > 0 ? [`Missing: ${failures.join('; ')}`] : [];
    return [title, ...[...found, ...missing].map((line) => `- ${line}`)].join('\n');
  },
};

const oneLine = (text: string, most: number) => cutText(text.replace(/\s+/g, ' '), most);

/**
 * A rule-based stand-in that calls tools as a model would, for trying Baton without a key.
 * @param answer by the rules of a field of work; left out, it says only that it is a demo, and what came back of tools.
 */
export function createDemoProvider(answer: DemoAnswer = answerBy(generalRules)): ModelProvider {
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
