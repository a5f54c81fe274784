/** A text that cannot end the part of a message, `<tag> … </tag>`, that it stands in. */
export function unclosing(text: string, tag: string): string {
  return text.replaceAll(new RegExp(`<(\\s*\\/?\\s*${tag})`, 'gi'), '‹$1');
}
