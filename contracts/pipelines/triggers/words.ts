import { domainTriggerKinds } from './index.ts';
import type { DomainTrigger, Trigger, TriggerOf } from './index.ts';
import type { OwnTriggerKind } from './kinds.ts';
import { cronProblem, cronValues } from './cron.ts';

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].concat([
  'August',
  'September',
  'October',
  'November',
  'December',
]);

/** When a trigger fires, in words: `at 08:00, Monday to Friday (Europe/Berlin)`. */
export function triggerText(trigger: Trigger): string {
  if (isOwn(trigger)) return textOf[trigger.kind](trigger as never);
  return domainTriggerKinds[trigger.kind]?.text(trigger) ?? trigger.kind;
}

const isOwn = (trigger: Trigger): trigger is Exclude<Trigger, DomainTrigger> =>
  Object.hasOwn(textOf, trigger.kind);

const textOf: { [Kind in OwnTriggerKind]: (trigger: TriggerOf<Kind>) => string } = {
  schedule({ cron, timeZone, except = [] }) {
    const times = [cron].flat().map(cronText).join('; ');
    const days = except.length === 1 ? '1 day' : `${except.length} days`;
    return `${times} (${timeZone})${except.length > 0 ? `, except ${days}` : ''}`;
  },
  event: ({ event, when }) => `on the event ${event}${when === undefined ? '' : `, if ${when}`}`,
  webhook: ({ auth }) =>
    auth === 'key'
      ? 'when its address is called with its key'
      : 'when its address is called, signed',
};

/** A cron expression in words; if that is not possible, the expression itself. */
export function cronText(cron: string): string {
  if (cronProblem(cron)) return cron;
  const [minute = '*', hour = '*', day = '*', month = '*', weekday = '*'] = cron
    .trim()
    .split(/\s+/);
  const time = timeText(minute, hour);
  if (time === undefined) return cron;
  const days = [
    listText(cronValues(weekday, 4), (value) => dayNames[value]!, 'Monday'),
    dayText(cronValues(day, 2)),
    listText(cronValues(month, 3), (value) => monthNames[value - 1]!),
  ];
  return [time, ...days.filter((text) => text !== undefined)].join(', ');
}

function dayText(days: number[] | undefined): string | undefined {
  const text = listText(days, String);
  return text === undefined ? undefined : `day ${text} of the month`;
}

function timeText(minute: string, hour: string): string | undefined {
  const minutes = cronValues(minute, 0);
  const hours = cronValues(hour, 1);
  if (!minutes) return hours ? undefined : 'every minute';
  const every = stepOf(minutes, 60);
  if (!hours) {
    if (every !== undefined) return every === 60 ? 'every hour' : `every ${every} minutes`;
    return minutes.length === 1 ? `every hour at minute ${minutes[0]}` : undefined;
  }
  const [first, last] = [hours[0]!, hours.at(-1)!];
  const isRow = last - first === hours.length - 1;
  if (every !== undefined && isRow && hours.length * minutes.length > 2) {
    const often = every === 60 ? 'every hour' : `every ${every} minutes`;
    return `${often} from ${two(first)}:00 to ${two(last)}:${two(minutes.at(-1)!)}`;
  }
  if (hours.length * minutes.length > 4) return undefined;
  const clock = hours.flatMap((at) => minutes.map((past) => `${two(at)}:${two(past)}`));
  return `at ${joined(clock)}`;
}

/** The distance of values that fill a circle evenly from 0 on. */
function stepOf(values: number[], circle: number): number | undefined {
  const step = circle / values.length;
  return values.every((value, index) => value === index * step) ? step : undefined;
}

function listText(
  values: number[] | undefined,
  name: (value: number) => string,
  first?: string,
): string | undefined {
  if (!values) return undefined;
  // A week begins on Monday.
  const ordered =
    first && values.length > 1 ? values.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7)) : values;
  const isRow = ordered.every(
    (value, index) => index === 0 || (ordered[index - 1]! + 1) % (first ? 7 : 100) === value,
  );
  if (isRow && ordered.length > 2) return `${name(ordered[0]!)} to ${name(ordered.at(-1)!)}`;
  return joined(ordered.map(name));
}

function joined(texts: string[]): string {
  return texts.length < 2
    ? (texts[0] ?? '')
    : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

const two = (value: number) => String(value).padStart(2, '0');
