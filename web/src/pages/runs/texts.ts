/** Texts of the runs page. */
export const texts = {
  page: {
    title: 'Runs',
    older: 'Load older runs',
  },
  filters: {
    search: 'Search by ID or input',
    pipeline: 'Pipeline',
    allPipelines: 'All pipelines',
  },
  table: {
    pipeline: 'Pipeline',
    input: 'Input',
    user: 'User',
    started: 'Started',
    tokens: 'Tokens',
    label: 'Runs',
    runsOf: (user: string) => `Runs of ${user}`,
    tokensUsed: (input: string, output: string) => `${input} input, ${output} output`,
  },
  empty: {
    filtered: 'No runs match this filter',
    showAll: 'Show all runs',
    title: 'No runs yet. Start one from Pipelines.',
    goToPipelines: 'Go to Pipelines',
  },
};
