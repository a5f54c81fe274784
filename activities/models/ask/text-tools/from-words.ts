import { randomUUID } from 'node:crypto';
import { argumentsText } from '../../../../contracts/models/written-arguments.ts';
import type { CallOptions, ChatRequest, ChatResponse } from '../../provider.ts';
import { scanText } from './scan-text.ts';
import type { Scan } from './scan-text.ts';
import type { IsTool } from './written-calls.ts';

/** What models that make a result up themselves write after a call. */
const inventedResult = /^\s*<tool_result>/;

/**
 * Watches an answer whose text may hold calls. What is passed on as it comes is prose alone; text that is not yet known
 * to be prose waits, and so does all text where a call is demanded.
 *
 * A text that only quotes a call calls nothing: prose after a call makes it a quotation, and so does prose before it where
 * the model could have called.
 * @param offered how the model was told of its tools.
 */
export function readFromWords(
  { tools, toolChoice }: Pick<ChatRequest, 'tools' | 'toolChoice'>,
  offered: 'natively' | 'in words',
  options: CallOptions,
) {
  const { onDelta } = options;
  const names = new Set(tools.map(({ name }) => name));
  const isTool = (name: string) => names.has(name);
  const prose = createProseDeltas({ isTool, isHeld: toolChoice !== 'auto' }, (text) =>
    onDelta?.({ type: 'text-delta', text }),
  );
  const watched: CallOptions = {
    ...options,
    ...(onDelta && {
      onDelta(delta) {
        if (delta.type === 'text-delta' && !delta.isRefusal) return prose.push(delta.text);
        if (delta.type === 'tool-call-start') prose.release();
        return onDelta(delta);
      },
    }),
  };

  return {
    options: watched,
    /** The answer with the calls of its text as calls; those that a provider gave itself come first, and alone. */
    read(response: ChatResponse): ChatResponse {
      if (response.toolCalls.length > 0) return response;
      const { calls, proseEnd, after } = scanText(response.text, { isTool, isWhole: true });
      const text = response.text.slice(0, proseEnd).trimEnd();
      const isQuoted =
        offered === 'natively'
          ? text !== '' || after.trim() !== ''
          : after.trim() !== '' && !inventedResult.test(after);
      if (calls.length === 0 || isQuoted) return response;
      const toolCalls = calls.map((call) => ({ id: `call_${randomUUID()}`, ...call }));
      const finish = response.finish === 'stop' ? 'tool_calls' : response.finish;
      return { ...response, text, toolCalls, finish };
    },
    /** Tells of what was held back of a response, and of the calls that were read in it. */
    finish(response: ChatResponse, read: ChatResponse): ChatResponse {
      if (!onDelta) return read;
      if (!read.isRefusal) prose.finish(read.text);
      if (read === response) return read;
      for (const [index, call] of read.toolCalls.entries()) {
        onDelta({ type: 'tool-call-start', index, id: call.id, name: call.name });
        onDelta({ type: 'tool-call-delta', index, arguments: argumentsText(call) });
      }
      return read;
    },
  };
}

/**
 * Tells of a text as it comes, but not of what may be a call: from where a call could begin, text is held back until
 * it is known to be none, with an empty text as a sign of life. White space at the end waits too, since prose before
 * a call ends without.
 * @param settings.isHeld where nothing is told before the end.
 */
function createProseDeltas(
  settings: { isTool: IsTool; isHeld: boolean },
  tell: (text: string) => void,
) {
  const { isTool, isHeld } = settings;
  let text = '';
  let told = 0;
  let resume: Scan['resume'] = { at: 0 };
  let hasCalls = false;

  function tellUntil(end: number): void {
    if (end > told) tell(text.slice(told, end));
    told = Math.max(told, end);
  }

  function tellProse(): void {
    const scan = scanText(text, { isTool, isWhole: false }, resume);
    tellUntil(told + text.slice(told, scan.proseEnd).trimEnd().length);
    hasCalls = scan.calls.length > 0;
    ({ resume } = scan);
  }

  return {
    push(part: string): void {
      text += part;
      const toldBefore = told;
      // JSON that is open goes on without: to look would copy the whole text.
      const isInJson = resume.open?.endIn !== undefined && !/[}\]]/.test(part);
      if (!hasCalls && !isHeld && !isInJson) tellProse();
      if (told === toldBefore) tell('');
    },
    /** Tells of what was held back: it is known to hold no call. */
    release(): void {
      tellUntil(text.length);
      resume = { at: text.length };
    },
    /** Tells of what is left of `prose`, once it is known to be all of it. */
    finish(prose: string): void {
      if (prose.length > told) tell(prose.slice(told));
      told = prose.length;
    },
  };
}
