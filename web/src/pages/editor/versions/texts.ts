/** Texts of the runs of two versions. */
export const texts = {
  title: 'Runs of both versions',
  of: (number: number) => `Run of version ${number}`,
  run: (status: string, at: string, isLatest: boolean) =>
    `${isLatest ? 'Latest: ' : ''}${status}, ${at}`,
  none: (number: number) => `Version ${number} has no runs yet`,
  compare: 'Compare runs',
};
