import type { ChatBody } from '../../../contracts/models/model-request.ts';

/** A call of a tool as it comes, its arguments in pieces. */
export type StreamedCall = { name: string; arguments: string };

/** What has come of an answer so far. */
export type StreamedAnswer = {
  text: string;
  reasoning: string;
  calls: StreamedCall[];
  /** The call's id, by which it is on record. */
  callId: string | null;
  /** What the model did not take. */
  ignored: string | null;
};

type Chunk = {
  error?: { message?: string };
  choices?: {
    delta?: {
      content?: string | null;
      refusal?: string | null;
      reasoning_content?: string | null;
      tool_calls?: { index?: number; function?: { name?: string; arguments?: string } }[];
    };
  }[];
};

/**
 * Asks the gateway, and tells of the answer as it comes.
 * @throws an error with what the gateway says.
 */
export async function streamChat(
  body: ChatBody,
  { signal, onAnswer }: { signal: AbortSignal; onAnswer: (answer: StreamedAnswer) => void },
): Promise<StreamedAnswer> {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, stream: true }),
    signal,
  });
  let answer: StreamedAnswer = {
    text: '',
    reasoning: '',
    calls: [],
    callId: response.headers.get('x-baton-call-id'),
    ignored: response.headers.get('baton-ignored'),
  };
  onAnswer(answer);
  if (!response.ok || !response.body) throw new Error(await problemOf(response));
  for await (const chunk of chunksOf(response.body)) {
    if (chunk.error) throw new Error(chunk.error.message ?? 'The answer broke off.');
    answer = withChunk(answer, chunk);
    onAnswer(answer);
  }
  return answer;
}

async function problemOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => undefined)) as Chunk | undefined;
  return body?.error?.message ?? response.statusText;
}

/** The data of server-sent events, without the one that ends them. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      if (data !== '' && data !== '[DONE]') yield JSON.parse(data) as Chunk;
    }
    if (done) return;
  }
}

/** An answer with what another chunk adds to it. */
function withChunk(answer: StreamedAnswer, chunk: Chunk): StreamedAnswer {
  const {
    content,
    refusal,
    reasoning_content: thought,
    tool_calls: pieces,
  } = chunk.choices?.[0]?.delta ?? {};
  const calls = answer.calls.map((call) => ({ ...call }));
  for (const { index = 0, function: piece } of pieces ?? []) {
    const call = (calls[index] ??= { name: '', arguments: '' });
    call.name += piece?.name ?? '';
    call.arguments += piece?.arguments ?? '';
  }
  return {
    ...answer,
    text: answer.text + (content ?? '') + (refusal ?? ''),
    reasoning: answer.reasoning + (thought ?? ''),
    calls,
  };
}
