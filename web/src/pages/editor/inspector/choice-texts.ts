/** What values are called where their own word does not say it, by field and value. */
const texts: Record<string, Record<string, string>> = {
  onError: {
    fail: 'The run fails',
    continue: 'The run goes on without its output',
    port: 'It leaves through its error port',
  },
  onTimeout: { reject: 'It counts as rejected', fail: 'The node fails' },
  mode: {
    all: 'All branches',
    any: 'The first branch',
    quorum: 'A number of branches',
    best_effort: 'What has arrived by the deadline',
  },
  policy: {
    ask: 'Before each call',
    'ask-after-outside': 'Where it rests on content from outside that nobody approved',
    allow: 'Never',
  },
  engine: { react: 'Baton, with any model', 'openai-responses': 'OpenAI (Responses API)' },
};

/** A value of a choice in words. */
export function choiceText(field: string, value: string): string {
  return texts[field]?.[value] ?? value;
}
