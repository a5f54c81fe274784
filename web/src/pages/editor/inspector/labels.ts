/** What a field is called where its own name does not say it; those of a group with the group's name before theirs. */
const labels: Record<string, string> = {
  for: 'How long',
  until: 'Until when',
  onError: 'When it fails',
  onTimeout: 'When nobody decides',
  args: 'Arguments',
  inputs: 'Inputs',
  when: 'Condition',
  items: 'For each of',
  concurrency: 'At a time',
  onItemError: 'When an item fails',
  sideEffects: 'Side effects',
  'sideEffects.policy': 'Is a person asked',
  'sideEffects.timeout': 'Waits for a decision',
  show: 'What is decided on',
  delegates: 'May delegate to',
  output: 'Form of the result',
  schema: 'Form of the answer',
  maximumTurns: 'Most turns',
  maximumAttempts: 'Most attempts',
  maximumOutputTokens: 'Longest answer, in tokens',
  engine: 'Who keeps the conversation',
  failoverOnContentFilter: 'Ask the next model where one refuses',
};

const help: Record<string, string> = {
  task: 'Text with {{ expressions }}',
  prompt: 'Text with {{ expressions }}',
  system: 'What the model is told before the prompt',
  when: 'Gives true or false, such as nodes.decide.output.action != "hold"',
  show: 'A value with {{ expressions }}; what is approved is exactly this',
  value: 'A value with {{ expressions }}, as YAML',
  for: '30s, 5m, 24h or 2d',
  timeout: 'The longest that it may take: 30s, 5m, 24h',
  'sideEffects.timeout': 'After that the call counts as declined: 30m, 24h',
  items: 'A list, or one {{ expression }} that gives it; each item is an object of arguments',
  deadline: 'Counted from the first branch that arrives: 30s, 5m',
  models: 'One a line, tried in this order, such as openai:gpt-5.2; none means the usual ones',
  approvers: 'Who may decide, one a line',
  tools: 'Of those that the agent has; none marked means all',
  until: 'A moment with its offset, such as 2026-11-22T14:30:00Z, or an {{ expression }}',
  quorum: 'How many branches must arrive',
  output: 'In place of the form that the agent has',
  schema: 'A JSON Schema that the answer fits, as YAML',
  temperature: '0 to 2',
  failoverOnContentFilter: 'Where the content filter of a model stops its answer',
};

/** A field's name in words: `maximumTurns` is `Most turns`, `bestEffort` is `Best effort`. */
export function labelOf(name: string, group = ''): string {
  const label = find(labels, name, group);
  if (label !== undefined) return label;
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function helpOf(name: string, group = ''): string | undefined {
  return find(help, name, group);
}

function find(texts: Record<string, string>, name: string, group: string): string | undefined {
  const key = [`${group}.${name}`, name].find((each) => Object.hasOwn(texts, each));
  return key === undefined ? undefined : texts[key];
}
