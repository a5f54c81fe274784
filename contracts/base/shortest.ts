/** Decimal text without the zeros at its end. */
export function shortest(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
