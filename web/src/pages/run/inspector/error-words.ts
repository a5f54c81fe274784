/** The longest line that is read at a glance. */
const longestLine = 240;
/** More than this is folded away. */
const longestRest = 400;

export type ErrorWords = {
  /** What went wrong, in a sentence. */
  line: string;
  /** What to do, or more of what is known; empty where the line says all. */
  rest: string;
  /** All of it as it came, where that is more than one reads. */
  raw: string | undefined;
};

/** An error's message as people read it: its first sentence, then the others; a web page that a server sent is its text. */
export function errorWords(message: string): ErrorWords {
  const text = textOf(message);
  const sentence = /^[\s\S]*?[.!?](?=\s)/.exec(text)?.[0] ?? text;
  const line = shortened(sentence, longestLine);
  const after = line === sentence ? text.slice(sentence.length).trim() : '';
  const rest = shortened(after, longestRest);
  const isWhole = line === sentence && rest === after && text === message.trim();
  return { line, rest, raw: isWhole ? undefined : message };
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}

/** The words of a text in which a web page stands. */
function textOf(message: string): string {
  const start = message.search(/<!doctype html|<html/i);
  if (start === -1) return message.trim();
  const page = message
    .slice(start)
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${message.slice(0, start).trim()} ${page}`.trim();
}
