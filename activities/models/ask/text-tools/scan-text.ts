import { createJsonEnd } from './json-end.ts';
import { brokenCall, canBecomeCalls, parseCalls } from './written-calls.ts';
import type { IsTool, WrittenCall } from './written-calls.ts';

/** What is known of a text, which may still be growing. */
export type Scan = {
  /** All before it is prose, whatever follows. */
  proseEnd: number;
  /** In the order in which they stand. */
  calls: WrittenCall[];
  /** What stands between and after the calls. */
  after: string;
  /** From where to go on when the text has grown; of no use once there are calls. */
  resume: Resume;
};

/** `open` is what stands there, as far as it was read. */
type Resume = { at: number; open?: OpenPlace };

/** `isWhole` is false while the text is still growing. */
type Settings = { isTool: IsTool; isWhole: boolean };

/** How models begin calls: the form that they are told, and those that some were trained on. */
const tags = ['<tool_call>', '<function_call>', '[TOOL_CALLS]'];
const fence = '```';
const opening = /<tool_call>|<function_call>|\[TOOL_CALLS\]|```[\w-]{0,40}[^\S\n]{0,40}\n?/g;
/** Ends, since what stands before a value is read anew whenever the text grows. */
const space = String.raw`\s{0,500}`;
const leadingSpace = new RegExp(`^${space}`);
const lead = new RegExp(`^${space}(?:<(?:tool|function)_call>${space})?`);
const closingTag = /\s*<\/(?:tool|function)_call>/y;
const closingOfFence = /\s*(?:<\/(?:tool|function)_call>\s*)?```/y;
const longestOpening = Math.max(...tags.map(({ length }) => length));

/** A place where a call begins, or where it is not known yet. */
type Place = OpenPlace | { kind: 'partial'; index: number };

type OpenPlace = {
  kind: 'bare' | 'tag' | 'fence';
  index: number;
  start: number;
  /** Known once JSON has begun that may be calls. */
  endIn?: ReturnType<typeof createJsonEnd>;
  /** Known once a fence has another meaning: from where its end is looked for. */
  closeFrom?: number;
};

/** What stands at a place; where it is not known yet, all before `safeEnd` is prose. */
type Verdict = { calls: WrittenCall[]; end: number } | { safeEnd: number; open?: OpenPlace };

/**
 * Looks for calls in a text: in tags, in a code fence, or as bare JSON at its start. JSON of another meaning is prose,
 * and so is all that a fence of another meaning holds.
 * @param resume where to begin, as an earlier scan of the same text said.
 */
export function scanText(text: string, settings: Settings, resume: Resume = { at: 0 }): Scan {
  const calls: WrittenCall[] = [];
  const after: string[] = [];
  let firstCall = text.length;
  let lastEnd = text.length;
  let position = resume.at;
  let { open } = resume;
  for (;;) {
    const place = open ?? nextPlace(text, position, settings);
    const verdict = place && judge(text, place, settings);
    if (!place || !verdict || 'safeEnd' in verdict) {
      const isOpen = verdict && 'safeEnd' in verdict;
      const proseEnd = isOpen ? Math.min(firstCall, verdict.safeEnd) : firstCall;
      const next = {
        at: place?.index ?? text.length,
        ...(isOpen && verdict.open && { open: verdict.open }),
      };
      return { proseEnd, calls, after: [...after, text.slice(lastEnd)].join(''), resume: next };
    }
    open = undefined;
    position = verdict.end;
    if (verdict.calls.length === 0) continue;
    if (calls.length === 0) firstCall = place.index;
    else after.push(text.slice(lastEnd, place.index));
    lastEnd = verdict.end;
    calls.push(...verdict.calls);
  }
}

function nextPlace(text: string, position: number, { isWhole }: Settings): Place | undefined {
  if (position === 0) {
    const beginning = text.replace(leadingSpace, '');
    if (canBecomeCalls(beginning)) return { kind: 'bare', index: 0, start: 0 };
    if (beginning === '' && !isWhole) return { kind: 'partial', index: 0 };
  }
  opening.lastIndex = position;
  const found = opening.exec(text);
  if (found) {
    const [marker] = found;
    const kind = marker.startsWith(fence) ? 'fence' : 'tag';
    return { kind, index: found.index, start: found.index + marker.length };
  }
  const index = isWhole ? undefined : partialOpening(text, position);
  return index === undefined ? undefined : { kind: 'partial', index };
}

function partialOpening(text: string, position: number): number | undefined {
  for (let at = Math.max(position, text.length - longestOpening); at < text.length; at += 1) {
    const rest = text.slice(at);
    if ([...tags, fence].some((whole) => whole.startsWith(rest))) return at;
  }
  return undefined;
}

function judge(text: string, place: Place, settings: Settings): Verdict {
  if (place.kind === 'partial') return { safeEnd: place.index };
  if (place.closeFrom !== undefined) return endOfFence(text, place, place.closeFrom, settings);
  const { kind } = place;
  const read = readValue(text, place, settings);
  if ('open' in read) return { safeEnd: place.index, open: read.open };
  if (read.end === undefined) return { safeEnd: place.index };
  const { json, end } = read;
  const calls = json === undefined ? [] : parseCalls(json, settings.isTool);
  if (calls && calls.length > 0) return { calls, end: closedAt(text, end, kind) };
  if (kind === 'tag') {
    const broken = json === undefined || calls ? undefined : brokenCall(json, settings.isTool);
    return broken ? { calls: [broken], end: closedAt(text, end, kind) } : { calls: [], end };
  }
  return kind === 'bare' ? { calls: [], end } : endOfFence(text, place, end, settings);
}

function endOfFence(text: string, place: OpenPlace, from: number, { isWhole }: Settings): Verdict {
  const close = text.indexOf(fence, from);
  if (close >= 0) return { calls: [], end: close + fence.length };
  if (isWhole) return { calls: [], end: text.length };
  const closeFrom = Math.max(from, text.length - fence.length + 1);
  return { safeEnd: text.length, open: { ...place, closeFrom } };
}

/** Where calls end that begin at a place of this kind: after what closes it. */
function closedAt(text: string, end: number, kind: OpenPlace['kind']): number {
  const closing = kind === 'fence' ? closingOfFence : closingTag;
  closing.lastIndex = end;
  return closing.test(text) ? closing.lastIndex : end;
}

/** The JSON that may be calls at a place, and where it ends; without an end while that is not known. */
function readValue(
  text: string,
  place: OpenPlace,
  { isWhole }: Settings,
): { json?: string; end?: number } | { open: OpenPlace } {
  const rest = text.slice(place.start);
  const [before] = lead.exec(rest) ?? [''];
  const beginning = rest.slice(before.length);
  const isUndecided = beginning === '' || tags.some((tag) => tag.startsWith(beginning));
  if (isUndecided && !isWhole) return {};
  if (!canBecomeCalls(beginning)) return { end: place.start };
  const first = place.start + before.length;
  const { endIn = createJsonEnd(first) } = place;
  const end = endIn(text) ?? (isWhole ? text.length : undefined);
  return end === undefined ? { open: { ...place, endIn } } : { json: text.slice(first, end), end };
}
