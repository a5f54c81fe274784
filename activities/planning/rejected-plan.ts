const begin = 'Your plan was not approved.';
const end =
  'Set another plan now, with set_plan, that takes this into account. The same plan is not asked about again.';

/** How a model is told that a person rejected its plan. @param said who did, and why. */
export const rejectionText = (said: string): string => `${begin} ${said} ${end}`;

/** What was said in the rejection that a message is; undefined where it is none. */
export function saidInRejection(text: string): string | undefined {
  return text.startsWith(begin) && text.endsWith(end)
    ? text.slice(begin.length, -end.length).trim()
    : undefined;
}
