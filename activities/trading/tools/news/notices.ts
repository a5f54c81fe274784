/** Several things to be minded, as one. */
export function joinNotices(...notices: readonly (string | undefined)[]): string {
  return notices.filter((notice) => notice !== undefined).join('. ');
}
