import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { newCallId } from './call-ids.ts';

/** A part of a tool call, as a chunk of a stream has it. */
type Fragment = {
  index?: number | null | undefined;
  id?: string | null | undefined;
  function?: { name?: string | null | undefined; arguments?: unknown } | null | undefined;
  extra_content?: unknown;
};

type Call = {
  /** Where the server says that the call is; not every server counts. */
  place: number | undefined;
  id: string;
  /** The id that the server wrote, which another call may have too. */
  writtenId: string;
  name: string;
  arguments: string;
  extra_content?: unknown;
  isStarted: boolean;
};

/**
 * Puts the calls of a streamed answer together. A fragment goes on with the call at its index, or with the last
 * one where it has none, unless it brings another id or another name: then a call begins.
 */
export function createCallAssembly(emit: (delta: ChatDelta) => void) {
  const calls: Call[] = [];

  function begin({ index, id }: Fragment): Call {
    const isFree = id && calls.every((call) => call.id !== id);
    const call: Call = {
      place: index ?? undefined,
      id: isFree ? id : newCallId(),
      writtenId: id ?? '',
      name: '',
      arguments: '',
      isStarted: false,
    };
    calls.push(call);
    return call;
  }

  function callOf(fragment: Fragment): Call {
    const { index } = fragment;
    const open = calls.findLast(({ place }) => typeof index !== 'number' || place === index);
    return open && continues(open, fragment) ? open : begin(fragment);
  }

  return {
    add(fragment: Fragment): void {
      const call = callOf(fragment);
      const written = asText(fragment.function?.arguments);
      call.name ||= fragment.function?.name ?? '';
      call.arguments += written;
      call.extra_content ??= fragment.extra_content;
      if (call.name === '') return;
      const index = calls.indexOf(call);
      const news = call.isStarted ? written : call.arguments;
      if (!call.isStarted) emit({ type: 'tool-call-start', index, id: call.id, name: call.name });
      call.isStarted = true;
      if (news) emit({ type: 'tool-call-delta', index, arguments: news });
    },

    /** The calls so far, as an answer in one piece has them. */
    all(): object[] {
      return calls.map(({ id, name, arguments: written, extra_content }) => ({
        id,
        function: { name, arguments: written },
        ...(extra_content ? { extra_content } : {}),
      }));
    },
  };
}

function continues(call: Call, { id, function: part }: Fragment): boolean {
  const name = part?.name ?? '';
  if (id && call.writtenId && id !== call.writtenId) return false;
  if (name && call.name && name !== call.name) return false;
  // A name again, without an id, after arguments that are complete: the same tool once more.
  return Boolean(id) || !name || !isComplete(call.arguments);
}

function isComplete(written: string): boolean {
  try {
    JSON.parse(written);
    return true;
  } catch {
    return false;
  }
}

function asText(written: unknown): string {
  if (written === undefined || written === null) return '';
  return typeof written === 'string' ? written : JSON.stringify(written);
}
