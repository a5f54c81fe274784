type RestartFacts = { reason: string; time: string; count: number };

const timesOf = (count: number) => (count > 1 ? ` (${count} times so far)` : '');

/** Texts of the app's frame: navigation, notices, search and errors of pages. */
export const texts = {
  errors: {
    loading: {
      asking: 'Retrying…',
      away: 'This page loads when Baton is back.',
      tried: 'Baton may have been updated since you opened this page. Reload it.',
    },
    notFound: 'Page not found',
    goHome: 'Go to Home',
    failedNote: 'Your data is safe and runs continue. Retry or reload the page.',
    retry: 'Retry',
    reload: 'Reload',
    failed: 'This page failed',
    unreachable: 'Baton is not reachable',
    notLoaded: 'This page could not be loaded',
  },
  groups: {
    build: 'Build',
    operate: 'Operate',
    govern: 'Govern',
  },
  shell: {
    skip: 'Skip to content',
    pages: 'Pages',
    baton: 'Baton',
    home: 'Home',
    search: 'Search',
    collapse: 'Collapse navigation',
    expand: 'Expand navigation',
    more: 'More',
    allPages: 'All pages',
    docs: 'Docs',
    signedIn: 'Signed in',
    actsAs: (user: string) => `acts as ${user}`,
    signOut: 'Sign out',
  },
  palette: {
    title: 'Search',
    goTo: 'Go to',
    start: 'Start',
    edit: 'Edit',
    runs: 'Runs',
    agents: 'Agents',
    tools: 'Tools',
    docs: 'Docs',
    actions: 'Actions',
    sayIt: 'Say it',
    say: 'Have it written:',
    editPipeline: (title: string) => `Edit ${title}`,
  },
  actions: {
    newPipeline: 'New pipeline',
    systemTheme: 'Use the system theme',
    lightTheme: 'Use the light theme',
    darkTheme: 'Use the dark theme',
    docs: 'Open the docs',
    apiDocs: 'Open the API documentation',
    signOut: 'Sign out',
  },
  keys: {
    search: 'Search',
    help: 'Show keyboard shortcuts',
    close: 'Close the open dialog or menu',
    next: 'Go to the next control',
    neighbours: 'On a canvas: go to the next node',
    resize: 'On a divider: resize the panels',
    fold: 'On a divider: collapse or expand the panel',
    title: 'Keyboard shortcuts',
  },
  canvasBy: 'Canvas drawn with',
  notices: {
    unreachable: 'Baton is not reachable. This page updates when it is back.',
    demo: 'Demo model: fixed rules, no LLM. For a real one, set the API key of a provider and restart Baton.',
    back: 'Baton is reachable again',
    restarted: {
      baton: ({ reason, time, count }: RestartFacts) =>
        `Baton stopped unexpectedly and was restarted at ${time}${timesOf(count)}. Runs continue. ${reason}.`,
      temporal: ({ reason, time, count }: RestartFacts) =>
        `The Temporal server stopped unexpectedly and was restarted at ${time}${timesOf(count)}. Runs continue. ${reason}`,
    },
  },
};
