/** The smallest image there is: one transparent pixel as PNG. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const pdf = 'data:application/pdf;base64,JVBERi0xLjQKJSVFT0YK';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEA';

const user = (content: unknown) => ({ role: 'user', content });
const well = user('Well?');
const system = { role: 'system', content: 'You are a trader.' };

const functionTool = (name: string, parameters?: object, more: object = {}) => ({
  type: 'function',
  function: { name, description: `Does ${name}`, ...(parameters && { parameters }), ...more },
});
const symbolSchema = {
  type: 'object',
  properties: { symbol: { type: 'string' } },
  required: ['symbol'],
  additionalProperties: false,
};
const getPrice = functionTool('get_price', symbolSchema);
const getNews = functionTool('get_news');

const call = (id: string, text: string, name = 'get_price') => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});
const calling = (...calls: ReturnType<typeof call>[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: calls,
});
const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content });

const nested = {
  type: 'object',
  properties: { legs: { type: 'array', items: { $ref: '#/$defs/leg' } } },
  required: ['legs'],
  $defs: { leg: { type: 'object', properties: { side: { enum: ['buy', 'sell'] } } } },
};
const recursive = {
  type: 'object',
  properties: { root: { $ref: '#/$defs/node' } },
  $defs: {
    node: {
      type: 'object',
      properties: { next: { $ref: '#/$defs/node' }, name: { type: 'string' } },
    },
  },
};
const report = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['buy', 'hold'] },
    size: { type: ['number', 'null'] },
  },
  required: ['action', 'size'],
  additionalProperties: false,
};
const inForm = (schema: object, more: object = {}) => ({
  messages: [well],
  response_format: { type: 'json_schema', json_schema: { name: 'report', schema, ...more } },
});

/** Bodies of Chat Completions as clients send them, without their model: what each provider is sent of them is on file. */
export const conformanceRequests: Record<string, { messages: object[] } & Record<string, unknown>> =
  {
    // Messages, and the order of what is in them.
    'one question': { messages: [well] },
    'a system message first': { messages: [system, well] },
    'a developer message first': { messages: [{ role: 'developer', content: 'Be brief.' }, well] },
    'two system messages first': {
      messages: [system, { role: 'system', content: 'Be brief.' }, well],
    },
    'a later system message': {
      messages: [
        system,
        well,
        { role: 'assistant', content: 'Yes.' },
        { role: 'system', content: 'Be brief.' },
        user('Why?'),
      ],
    },
    'a system message last': { messages: [well, { role: 'system', content: 'Be brief.' }] },
    'two questions in a row': { messages: [user('One.'), user('Two.')] },
    'the beginning of an answer': { messages: [well, { role: 'assistant', content: 'It is' }] },
    'an empty answer before': {
      messages: [well, { role: 'assistant', content: '' }, user('Why?')],
    },
    'a refusal before': {
      messages: [well, { role: 'assistant', content: null, refusal: 'I cannot.' }, user('Why?')],
    },
    'names of who speaks': {
      messages: [
        { ...well, name: 'ann' },
        { role: 'assistant', content: 'Yes.', name: 'bot' },
        { ...user('Why?'), name: 'bob' },
      ],
    },
    'text, an image, text, an image': {
      messages: [
        user([
          { type: 'text', text: 'First:' },
          { type: 'image_url', image_url: { url: pixel, detail: 'low' } },
          { type: 'text', text: 'Second:' },
          {
            type: 'image_url',
            image_url: { url: 'https://example.com/chart.png', detail: 'high' },
          },
        ]),
      ],
    },
    'a PDF and text': {
      messages: [
        user([
          { type: 'file', file: { filename: 'report.pdf', file_data: pdf } },
          { type: 'text', text: 'Sum it up.' },
        ]),
      ],
    },
    'sound and text': {
      messages: [
        user([
          { type: 'text', text: 'What is said?' },
          { type: 'input_audio', input_audio: { data: wav, format: 'wav' } },
        ]),
      ],
    },

    // Tools, calls and their results.
    'two tools, one without parameters': { messages: [well], tools: [getPrice, getNews] },
    'no tool is to be called': { messages: [well], tools: [getPrice], tool_choice: 'none' },
    'a tool has to be called': { messages: [well], tools: [getPrice], tool_choice: 'required' },
    'one tool has to be called': {
      messages: [well],
      tools: [getPrice, getNews],
      tool_choice: { type: 'function', function: { name: 'get_news' } },
    },
    'one call at a time': { messages: [well], tools: [getPrice], parallel_tool_calls: false },
    'a strict tool': {
      messages: [well],
      tools: [functionTool('get_price', symbolSchema, { strict: true })],
    },
    'a tool with references': { messages: [well], tools: [functionTool('trade', nested)] },
    'a tool with a reference to itself': {
      messages: [well],
      tools: [functionTool('walk', recursive)],
    },
    'a call and its result': {
      messages: [well, calling(call('a', '{"symbol":"SPX"}')), result('a', '3283')],
      tools: [getPrice],
    },
    'two calls and their results in another order': {
      messages: [
        well,
        calling(call('a', '{"symbol":"SPX"}'), call('b', '{"symbol":"NDX"}')),
        result('b', '11,000'),
        result('a', '3283'),
      ],
      tools: [getPrice],
    },
    'text beside a call': {
      messages: [
        well,
        { ...calling(call('a', '{"symbol":"SPX"}')), content: 'Looking.' },
        result('a', '3283'),
      ],
      tools: [getPrice],
    },
    'a call with broken arguments': {
      messages: [well, calling(call('a', '{"symbol":"SP')), result('a', 'not JSON')],
      tools: [getPrice],
    },
    'a call without arguments': {
      messages: [well, calling(call('a', '', 'get_news')), result('a', 'none')],
      tools: [getNews],
    },
    'a call of a tool that is not there any more': {
      messages: [well, calling(call('a', '{}', 'old_tool')), result('a', 'gone'), user('And now?')],
    },
    'an image in a result': {
      messages: [
        well,
        calling(call('a', '{"symbol":"SPX"}')),
        result('a', [
          { type: 'text', text: 'The chart:' },
          { type: 'image_url', image_url: { url: pixel } },
        ]),
      ],
      tools: [getPrice],
    },
    'results, then a question': {
      messages: [
        well,
        calling(call('a', '{"symbol":"SPX"}')),
        result('a', '3283'),
        user('And NDX?'),
      ],
      tools: [getPrice],
    },

    // Forms of answers.
    'any JSON': { messages: [user('Answer in JSON.')], response_format: { type: 'json_object' } },
    'JSON of a form': inForm(report),
    'JSON of a strict form': inForm(report, { strict: true, description: 'What to do' }),
    'JSON of a form with references': inForm(nested),
    'JSON of a form, with tools': { ...inForm(report), tools: [getPrice] },

    // Parameters.
    'how it is sampled': { messages: [well], temperature: 0.2, top_p: 0.5, seed: 7 },
    'where it stops': { messages: [well], stop: ['END', '\n\n'] },
    'where it stops, as one text': { messages: [well], stop: 'END' },
    'what means nothing': {
      messages: [well],
      stop: [],
      user: '',
      functions: [],
      n: 1,
      logprobs: false,
    },
    penalties: { messages: [well], frequency_penalty: 0.5, presence_penalty: -0.5 },
    'several answers, with likelihoods': {
      messages: [well],
      n: 2,
      logprobs: true,
      top_logprobs: 3,
    },
    'the most tokens': { messages: [well], max_tokens: 50 },
    'the most tokens, by the newer name': { messages: [well], max_completion_tokens: 50 },
    'little thought': { messages: [well], reasoning_effort: 'low' },
    'much thought, with tools': { messages: [well], reasoning_effort: 'high', tools: [getPrice] },
    'no thought': { messages: [well], reasoning_effort: 'none' },
    'thought as Anthropic asks for it': {
      messages: [well],
      thinking: { type: 'enabled', budget_tokens: 4_096 },
    },
    'tier, verbosity and metadata': {
      messages: [well],
      service_tier: 'flex',
      verbosity: 'low',
      metadata: { desk: 'one' },
      store: true,
    },
    'keys and marks of caches': {
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'You are a trader.', cache_control: { type: 'ephemeral' } },
          ],
        },
        well,
      ],
      prompt_cache_key: 'desk-1',
    },
    'a field that nobody knows': { messages: [well], foo: 1 },
  };
