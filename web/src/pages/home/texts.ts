import { counted } from '../../components/values/words.ts';

/** Texts of the home page. */
export const texts = {
  title: 'Home',
  waiting: {
    title: 'Waits for you',
    all: 'All approvals',
    empty: 'Nothing waits for your decision.',
    others: (count: number) => `Waits for others: ${count}`,
    more: (count: number) => `${count} more`,
  },
  running: {
    title: 'Runs now',
    all: 'All runs',
    empty: 'Nothing runs.',
    start: 'Start a pipeline',
  },
  failed: {
    title: 'Failed',
    all: 'All failed runs',
    empty: 'No run failed in the last 7 days.',
    retried: (count: number) =>
      `${counted(count, 'run')} failed in the last 7 days and ${count === 1 ? 'was' : 'were'} retried.`,
    retry: 'Retry',
    retryOf: (name: string) => `Retry ${name}`,
    unknown: 'No reason was recorded.',
  },
  alerts: {
    title: 'Alerts',
    all: 'All alerts',
  },
  costs: {
    title: 'Cost',
    all: 'All costs',
    today: 'Today',
    week: 'Last 7 days',
    calls: (count: string, number: number) => `${count} model ${number === 1 ? 'call' : 'calls'}`,
    unknown: (count: number) => `plus ${counted(count, 'call')} of unknown price`,
    bars: (what: string) => `${what} a day, last 7 days`,
    byCost: 'Cost',
    byCalls: 'Calls',
    day: (day: string, value: string) => `${day}: ${value}`,
  },
  next: {
    title: 'Starts next',
    all: 'All triggers',
    empty: 'No schedule is on.',
    off: (count: number) => `${counted(count, 'trigger is', 'triggers are')} paused.`,
    more: 'Set up triggers',
  },
  guide: {
    label: 'First steps',
    title: 'Three steps to know Baton',
    hide: 'Hide first steps',
    done: 'Done',
    run: {
      title: (title: string) => `Run “${title}”`,
      titleWithoutExample: 'Run a pipeline',
      text: 'Agents do their part, step by step, in front of you. No key is needed: the demo model answers.',
      action: 'Start it now',
      choose: 'Choose a pipeline',
    },
    decide: {
      title: 'Decide what it asks',
      text: 'It stops before it acts and shows you what it would do. You approve, change or reject it.',
      action: 'Go to the decision',
    },
    build: {
      title: 'Build your own',
      text: 'Draw it on the canvas or write it as YAML; every problem shows while you type.',
      action: 'New pipeline',
    },
  },
};
