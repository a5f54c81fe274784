/** Texts of the tasks page. */
export const texts = {
  page: {
    title: 'Tasks',
    new: 'New task',
    filtered: 'No tasks match this filter',
    showAll: 'Show all tasks',
    empty: 'No tasks yet',
    emptyNote: 'A task is work for one agent. High-priority tasks start first.',
    fixAgents: 'Go to Agents',
    older: 'Load older tasks',
  },
  filters: {
    priority: 'Priority',
    allPriorities: 'All priorities',
    agent: 'Agent',
    allAgents: 'All agents',
  },
  table: {
    task: 'Task',
    priority: 'Priority',
    agent: 'Agent',
    user: 'User',
    created: 'Created',
    cancel: 'Cancel',
    label: 'Tasks',
    tasksOf: (name: string) => `Tasks of ${name}`,
    cancelTask: 'Cancel task',
    cancelNamed: (task: string) => `Cancel: ${task}`,
  },
};
