const maximumCharacters = 200;

/** A text as messages repeat it: its first 200 characters, with `…` where there was more. */
export function excerpt(text: string): string {
  return text.length > maximumCharacters ? `${text.slice(0, maximumCharacters - 1)}…` : text;
}
