/** The text, cut so that it fits into so many bytes of UTF-8, with `…` where something is left out. */
export function preview(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = Buffer.from(text)
    .subarray(0, bytes - 3)
    .toString();
  return `${cut.replace(/\uFFFD+$/, '')}…`;
}
