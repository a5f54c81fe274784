import { answerBy } from '../../models/providers/demo/answer.ts';
import { forms } from './decide.ts';
import { readFacts } from './facts.ts';
import { writeReport } from './report.ts';
import { judge } from './rule.ts';
import { stages } from './stages.ts';
import { results, work } from './work.ts';

/** Choices by what they say, as forms name them. */
const words = {
  long: ['buy', 'long', 'open_long', 'up', 'bullish', 'positive'],
  short: ['sell', 'short', 'open_short', 'down', 'bearish', 'negative'],
  neutral: [],
  unknown: [],
};

/** How the demo model answers about an instrument: by a rule on trend and momentum. */
export const answerByRule = answerBy({
  read: readFacts,
  stages,
  work,
  results,
  forms,
  said: (facts) => words[judge(facts).direction],
  textOf: (name, { symbol }) => (name === 'symbol' ? symbol : undefined),
  report: writeReport,
});
