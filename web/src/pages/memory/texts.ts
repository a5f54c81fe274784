import { counted } from '../../components/values/words.ts';

/** Texts of an agent's memory page. */
export const texts = {
  card: {
    belowFloor: (floor: number) => ` · below the minimum of ${floor}, not used`,
    user: (user: string) => `for ${user}`,
    recalled: (times: number) => `recalled ${counted(times, 'time')}`,
    lastRecalled: ', last',
    similarity: (similarity: string, belowFloor: string) => `similarity ${similarity}${belowFloor}`,
    forget: (task: string) => `Forget: ${task}`,
    forgetButton: 'Forget',
    forgetMore: (task: string) => `Forget more: ${task}`,
    forgetRun: 'All memories of this run',
    forgetUser: (user: string) => `All memories of ${user}`,
  },
  page: {
    title: (agent: string) => `Memory of ${agent}`,
    allAgents: 'All agents',
    forgetAll: 'Forget all memories',
    noMatches: 'No similar memories',
    empty: 'No memories yet',
    emptyNote: 'Baton stores each finished step of a task here.',
    label: 'Memories',
    more: 'Load more memories',
  },
  forget: {
    title: (what: string) => `Forget ${what}?`,
    confirm: 'Forget',
    note: (agent: string) =>
      `${agent} no longer uses these memories. You cannot undo this. Run records stay as they are.`,
    one: 'this memory',
    run: (run: string) => `all memories of ${run}`,
    user: (user: string) => `all memories of ${user}`,
    done: (count: number) => `Forgot ${counted(count, 'memory', 'memories')}`,
  },
  status: {
    label: 'Memory status',
    memories: 'Memories',
    count: (count: string, maximum: string) => `${count} of ${maximum} maximum`,
    store: 'Stored in',
    embedding: 'Embedding model',
    incomparable: (count: string) =>
      `${count} memories use another embedding model. Tasks cannot recall them.`,
  },
  outage: {
    required: 'This agent requires its memory. Its tasks fail until the memory store is back.',
    optional: 'Tasks of this agent continue without memory until the store is back.',
  },
  search: {
    label: 'Search',
    placeholder: 'Text of a task. Empty: newest first',
    user: 'User',
    allUsers: 'All users',
  },
};
