import { describe, expect, it } from 'vitest';
import { cronProblem, cronValues } from '../../../../contracts/pipelines/triggers/cron.ts';
import { cronText } from '../../../../contracts/pipelines/triggers/words.ts';

describe('a cron expression', () => {
  it.each([
    '* * * * *',
    '*/5 9-17 * * MON-FRI',
    '0 8 1,15 * *',
    '30 6 29 2 *',
    '0 0 1 jan ?',
    '0 0 * * 7',
  ])('%s is right', (cron) => {
    expect(cronProblem(cron)).toBeUndefined();
  });

  it.each([
    ['0 8 * *', 'has 4 fields instead of 5'],
    ['0 0 8 * * *', 'has 6 fields instead of 5'],
    ['60 8 * * *', '60 is not valid for the minute'],
    ['0 24 * * *', '24 is not valid for the hour'],
    ['0 8 0 * *', '0 is not valid for the day of the month'],
    ['0 8 * 13 *', '13 is not valid for the month'],
    ['0 8 * * MOON', 'MOON is not valid for the day of the week'],
    ['0 8 * * FRI-MON', 'FRI-MON is not valid for the day of the week'],
    ['*/0 8 * * *', '*/0 is not valid for the minute'],
    ['1,,2 8 * * *', 'nothing is not valid for the minute'],
    ['0 8 30 2 *', 'never fires: none of these months has that day'],
    ['0 8 31 4,6 *', 'never fires: none of these months has that day'],
  ])('%s is wrong: %s', (cron, message) => {
    expect(cronProblem(cron)).toMatchObject({ message, fix: expect.stringMatching(/\w/) });
  });

  it('names the same days by numbers and by names', () => {
    expect(cronValues('MON-WED,SUN', 4)).toEqual([0, 1, 2, 3]);
    expect(cronValues('7,1-3', 4)).toEqual([0, 1, 2, 3]);
    expect(cronValues('*', 4)).toBeUndefined();
  });
});

it.each([
  ['* * * * *', 'every minute'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['0 * * * *', 'every hour'],
  ['5 * * * *', 'every hour at minute 5'],
  ['0 8 * * *', 'at 08:00'],
  ['30 8,17 * * MON-FRI', 'at 08:30 and 17:30, Monday to Friday'],
  ['0 9 * * 0,6', 'at 09:00, Saturday and Sunday'],
  ['0 0 1 1,7 *', 'at 00:00, day 1 of the month, January and July'],
  ['0 6 1-7 * MON', 'at 06:00, Monday, day 1 to 7 of the month'],
  ['7 */2 * * *', '7 */2 * * *'],
  ['*/30 10-15 * * MON-FRI', 'every 30 minutes from 10:00 to 15:30, Monday to Friday'],
  ['0 9-17 * * *', 'every hour from 09:00 to 17:00'],
])('%s in words is: %s', (cron, text) => {
  expect(cronText(cron)).toBe(text);
});
