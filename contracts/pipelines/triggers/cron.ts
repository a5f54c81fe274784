/** One field of a cron expression: its name, and the values that it takes. */
type Part = { name: string; least: number; most: number; names?: readonly string[] };

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const parts: readonly Part[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: months },
  { name: 'day of the week', least: 0, most: 7, names: days },
];

/** The most days that each month can have; February has 29. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export type CronProblem = { message: string; fix: string };

/**
 * The problem of a cron expression with five fields, in the form that Temporal reads: `0 8 * * MON-FRI`. If a day of
 * the month and a day of the week are given, a date must match both.
 * @returns undefined where nothing is.
 */
export function cronProblem(text: string): CronProblem | undefined {
  const fields = text.trim().split(/\s+/);
  if (fields.length !== parts.length) {
    return {
      message: `has ${fields.length} fields instead of 5`,
      fix: 'write minute, hour, day of the month, month and day of the week, such as 0 8 * * MON-FRI',
    };
  }
  for (const [index, part] of parts.entries()) {
    const wrong = fieldProblem(fields[index]!, part);
    if (wrong) return wrong;
  }
  return neverProblem(fields);
}

/** The values of a field of a valid expression; undefined where it is `*`. */
export function cronValues(field: string, at: 0 | 1 | 2 | 3 | 4): number[] | undefined {
  if (field === '*' || field === '?') return undefined;
  const part = parts[at]!;
  const values = field.split(',').flatMap((member) => {
    const { from, to, step } = rangeOf(member, part)!;
    const count = Math.floor((to - from) / step) + 1;
    return Array.from({ length: count }, (_, index) => from + index * step);
  });
  // Sunday has two numbers.
  const unique = new Set(at === 4 ? values.map((day) => day % 7) : values);
  return [...unique].toSorted((one, other) => one - other);
}

function fieldProblem(field: string, part: Part): CronProblem | undefined {
  const { name, least, most, names } = part;
  if (field === '*' || field === '?') return undefined;
  const bad = field.split(',').find((member) => rangeOf(member, part) === undefined);
  if (bad === undefined) return undefined;
  const example = names ? ` or ${names[1]}-${names[5]}` : '';
  return {
    message: `${bad || 'nothing'} is not valid for the ${name}`,
    fix: `write *, or numbers from ${least} to ${most}, such as ${least + 1}, ${least + 1}-${least + 5} or */5${example}`,
  };
}

function rangeOf(
  member: string,
  part: Part,
): { from: number; to: number; step: number } | undefined {
  const { least, most } = part;
  const [range = '', stepText, ...rest] = member.split('/');
  const step = stepText === undefined ? 1 : numberOf(stepText);
  if (rest.length > 0 || step === undefined || step < 1) return undefined;
  if (range === '*') return { from: least, to: most, step };
  const [fromText = '', toText, ...others] = range.split('-');
  const from = valueOf(fromText, part);
  const to = toText === undefined ? (stepText === undefined ? from : most) : valueOf(toText, part);
  if (others.length > 0 || from === undefined || to === undefined || from > to) return undefined;
  return { from, to, step };
}

function valueOf(text: string, { least, most, names = [] }: Part): number | undefined {
  const named = names.indexOf(text.toUpperCase());
  const value = named >= 0 ? named + least : numberOf(text);
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

function numberOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined;
}

function neverProblem(fields: string[]): CronProblem | undefined {
  const [, , day = '*', month = '*'] = fields;
  const wanted = cronValues(day, 2);
  const within = cronValues(month, 3) ?? longestMonths.map((_, index) => index + 1);
  const isThere = within.some(
    (one) => wanted?.some((each) => each <= longestMonths[one - 1]!) ?? true,
  );
  if (isThere) return undefined;
  return {
    message: 'never fires: none of these months has that day',
    fix: 'choose a day that one of the months has',
  };
}
