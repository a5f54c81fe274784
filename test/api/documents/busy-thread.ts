/** A thread that finds no end with some texts. */
export function read(text: string): { value: number } {
  while (text.startsWith('endless')) continue;
  return { value: text.length };
}
