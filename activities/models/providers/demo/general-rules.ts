import { cutText } from '../../../../contracts/base/text.ts';
import type { Facts } from './facts.ts';
import { demoLabel } from './label.ts';
import type { DemoRules } from './rules.ts';

/** What the demo model does where it knows of no field of work: it asks no tool, and tells what came back of any. */
export const generalRules: DemoRules<Facts> = {
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
