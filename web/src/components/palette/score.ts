/**
 * How well a text fits what is searched, better than any other text where its title does.
 * @param options.title what it is called, where the text says more.
 */
export function scoreOf(text: string, search: string, title: string | undefined): number {
  const ofTitle = title === undefined ? 0 : score(title, search);
  const whole = score(text, search);
  if (title === undefined || search.trim() === '') return whole;
  return ofTitle > 0 ? 0.5 + ofTitle / 2 : whole / 2;
}

/**
 * How well a text fits what is searched, from 0 (not at all) to 1: every word of the search must be in it, best at its
 * beginning, then at the beginning of a word.
 */
export function score(text: string, search: string): number {
  const value = text.toLowerCase();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => value.includes(word))) return 0;
  const wanted = words.join(' ');
  if (value.startsWith(wanted)) return 1;
  if (value.includes(` ${wanted}`)) return 0.8;
  return words.every((word) => isAtWord(value, word)) ? 0.6 : 0.3;
}

function isAtWord(value: string, word: string): boolean {
  return value.split(/[\s:_-]+/).some((part) => part.startsWith(word));
}
