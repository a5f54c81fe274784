import { answerBy } from '../../models/providers/demo/answer.ts';
import type { DemoAnswer } from '../../models/providers/demo/answer.ts';
import { answerInGeneral } from '../../models/providers/demo/general/index.ts';
import { forms } from './decide.ts';
import { namesInstrument, readFacts } from './facts.ts';
import { writeReport } from './report.ts';
import { judge } from './rule.ts';
import { stages } from './stages.ts';
import { results, work } from './work.ts';

/** Words for each direction, as forms of output may name them. */
const words = {
  long: ['buy', 'long', 'open_long', 'up', 'bullish', 'positive'],
  short: ['sell', 'short', 'open_short', 'down', 'bearish', 'negative'],
  neutral: [],
  unknown: [],
};

const answerOnInstrument = answerBy({
  read: readFacts,
  stages,
  work,
  results,
  forms,
  said: (facts) => words[judge(facts).direction],
  textOf: (name, { symbol }) => (name === 'symbol' ? symbol : undefined),
  report: writeReport,
});

const ofTheField = new Set([
  ...stages.flatMap((stage) => Object.keys(stage)),
  ...forms.flatMap(({ tools }) => tools),
]);

/**
 * The demo model: for tasks about an instrument it answers by a rule on trend and momentum, for others by the general
 * demo model.
 */
export const answerByRule: DemoAnswer = (request) => {
  const task = request.messages.find(({ role }) => role === 'user')?.text ?? '';
  const isOfTheField =
    request.tools.some(({ name }) => ofTheField.has(name)) || namesInstrument(task);
  return isOfTheField ? answerOnInstrument(request) : answerInGeneral(request);
};
