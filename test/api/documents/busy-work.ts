/** Work that finds no end with some texts, of time or of memory. */
export function read(text: string): { value: number } {
  while (text.startsWith('endless')) continue;
  const kept: string[] = [];
  while (text.startsWith('hungry')) kept.push(`${'x'.repeat(1_000)}${kept.length}`);
  return { value: text.length };
}
