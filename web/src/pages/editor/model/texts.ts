/** What the settings say of fields that must be filled in. */
export const texts = {
  missing: {
    agent: 'Choose an agent',
    tool: 'Choose a tool',
    pipeline: 'Choose a pipeline',
    task: 'Write a task',
    prompt: 'Write a prompt',
    when: 'Write an expression',
    items: 'Give the items',
    show: 'Choose what is shown for approval',
    name: 'Give the pipeline a name',
  },
  give: (name: string) => `${name} is required`,
};
