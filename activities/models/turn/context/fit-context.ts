import type { ChatMessage, ToolMessage } from '../../../../contracts/models/messages.ts';
import type { StoredMessage } from '../../../../db/repositories/runs/conversations.ts';
import { messagePlaces } from '../../../../contracts/models/message-places.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { pageCount, readResultTool } from './read-result.ts';

/** A shorter result is not worth a reference. */
const leastCharacters = 800;

const previewCharacters = 300;

/**
 * A tool's result as a short reference: how it begins, and how it is read again.
 * @param place.call the call of the turn's answer, counted from 0.
 */
export function asReference(
  message: ToolMessage,
  { turn, call }: { turn: number; call: number },
): ToolMessage {
  const { text } = message;
  if (text.length < leastCharacters) return message;
  const start = cutText(text, previewCharacters);
  const again = `${readResultTool}({"result": "${turn}.${call}", "page": 1})`;
  return {
    ...message,
    text:
      `${start}\n(Left out here to save room: the rest of ${text.length} characters. ` +
      `Read it with ${again}; it has ${pageCount(text)} pages.)`,
  };
}

/** What is sent of a conversation, or what has to be summarised before anything is. */
export type Fit =
  | {
      messages: ChatMessage[];
      tokens: number;
      /** Results up to this turn are sent as references; 0 where none is. */
      referencedThrough: number;
      /** Turns up to this one are sent as a summary; 0 where none is. */
      summarizedThrough: number;
    }
  | { summarizeThrough: number };

/** The latest turns are sent as they are, as long as that can be. */
const latestTurns = 4;

/** The border between references and whole results moves by so many turns: a provider's cache holds in between. */
const borderStep = 8;

/** A summary is worth its price where it saves at least this part of the room. */
const leastSaved = 1 / 8;

type Turn = {
  turn: number;
  whole: ChatMessage[];
  wholeTokens: number;
  /** With references in place of results. */
  short: ChatMessage[];
  shortTokens: number;
};

/**
 * Fits a conversation into the room that a model has for it. First, old results become references; where that is not
 * enough, the oldest turns are to be summarised; then the latest results become references too. A call stays with
 * its results, and what came before the first turn always stays.
 *
 * @param given.stored turn 0, the latest summary where there is one, and the turns after it, in order.
 * @param given.note the plan as the model should see it; it is added where nothing that is sent holds it.
 * @param given.room in tokens. It is exceeded only where what must stay does so by itself.
 */
export function fitContext(given: {
  stored: readonly StoredMessage[];
  note?: { text: string; plan: string };
  room: number;
  tokensOf: (message: ChatMessage) => number;
}): Fit {
  const { stored, note, room, tokensOf } = given;
  const summary = stored.findLast(({ position }) => position === messagePlaces.summary);
  const since = summary?.turn ?? 0;
  const first = stored.filter(({ turn }) => turn === 0).map(({ message }) => message);
  const beginning = summary ? [...first, summary.message] : first;
  const turns = turnsAfter(since, stored, tokensOf);
  const noteMessage = note && ({ role: 'user', text: note.text } as const);
  const fixed = sum(beginning.map(tokensOf)) + (noteMessage ? tokensOf(noteMessage) : 0);
  const last = turns.at(-1)?.turn ?? since;
  const old = last - latestTurns;

  for (const border of [since, ...borders(since, old)]) {
    if (tokensWith(since, border) <= room) return send(border);
  }
  const saved = sum(turns.filter(({ turn }) => turn <= old).map(({ shortTokens }) => shortTokens));
  if (fixed < room && saved >= room * leastSaved) return summarize(old, old);
  for (let border = Math.max(since, old) + 1; border <= last; border += 1) {
    if (tokensWith(since, border) <= room) return send(border);
  }
  const helps = turns.length > 1 && tokensWith(last - 1, last) <= room;
  return helps ? summarize(last - 1, last) : send(last);

  /** Tokens when turns up to `from` are left out and results up to `border` are references. */
  function tokensWith(from: number, border: number): number {
    const kept = turns.filter(({ turn }) => turn > from);
    return (
      fixed +
      sum(
        kept.map(({ turn, shortTokens, wholeTokens }) =>
          turn <= border ? shortTokens : wholeTokens,
        ),
      )
    );
  }

  function send(border: number): Fit {
    const said = turns.flatMap(({ turn, short, whole }) => (turn <= border ? short : whole));
    const isToldPlan = !note || said.some(({ text }) => text.includes(note.plan));
    const messages = [...beginning, ...said, ...(noteMessage && !isToldPlan ? [noteMessage] : [])];
    const referencedThrough = border > since ? border : 0;
    const tokens = sum(messages.map(tokensOf));
    return { messages, tokens, referencedThrough, summarizedThrough: since };
  }

  /** As few of the turns as leave room for half as much again, and at most those up to `most`. */
  function summarize(most: number, border: number): Fit {
    const through = turns.find(({ turn }) => turn < most && tokensWith(turn, border) <= room / 2);
    return { summarizeThrough: through?.turn ?? most };
  }
}

function turnsAfter(
  since: number,
  stored: readonly StoredMessage[],
  tokensOf: (message: ChatMessage) => number,
): Turn[] {
  const entries = stored.filter(({ turn }) => turn > since);
  return [...Map.groupBy(entries, ({ turn }) => turn)].map(([turn, ofTurn]) => {
    const whole = ofTurn.map(({ message }) => message);
    const short = ofTurn.map(({ message, position }) =>
      message.role === 'tool' ? asReference(message, { turn, call: position - 1 }) : message,
    );
    return {
      turn,
      whole,
      wholeTokens: sum(whole.map(tokensOf)),
      short,
      shortTokens: sum(short.map(tokensOf)),
    };
  });
}

function borders(since: number, old: number): number[] {
  const found: number[] = [];
  for (let border = since + borderStep; border < old; border += borderStep) found.push(border);
  return old > since ? [...found, old] : found;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
