import { cutText } from '../../../../../contracts/base/text.ts';
import { checkValue } from '../../../../../contracts/values/json-schema.ts';
import { answerBy } from '../answer.ts';
import type { Facts } from '../facts.ts';
import { demoLabel } from '../label.ts';
import type { DemoRules } from '../rules.ts';
import { mainSentences, readGiven } from './given.ts';
import { readForm } from './read-form.ts';

/** What the demo model does where it knows of no field of work: it asks no tool, and picks from what it was given. */
const generalRules: DemoRules<Facts> = {
  read: (facts) => facts,
  stages: [],
  work: [],
  results: {},
  forms: [],
  said: () => [],
  textOf: () => undefined,
  fill(schema, { task }) {
    const form = readForm(schema, readGiven(task).material);
    if (form === undefined) return undefined;
    return checkValue(schema, form, []).problems.length === 0 ? form : undefined;
  },
  report({ task, observations, failures }) {
    const { asked, material } = readGiven(task);
    const title = `${demoLabel} It cannot work on the task: ${oneLine(asked, 200)}`;
    const picked =
      observations.length === 0 ? mainSentences(material, 3).map((one) => oneLine(one, 300)) : [];
    const found = observations
      .filter(({ isError }) => !isError)
      .map(({ tool, text }) => `${tool} gave: ${oneLine(text, 400)}`);
    const missing = failures.length > 0 ? [`Missing: ${failures.join('; ')}`] : [];
    const says = picked.length > 0 ? ['What it was given says:'] : [];
    const lines = [...picked, ...found, ...missing].map((line) => `- ${line}`);
    return [title, ...says, ...lines].join('\n');
  },
};

const oneLine = (text: string, most: number) => cutText(text.replace(/\s+/g, ' '), most);

/** How the demo model answers about anything. */
export const answerInGeneral = answerBy(generalRules);
