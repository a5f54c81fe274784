/** Whether a message holds nothing but a part in tags, after the words that say what it is. */
export function isEnclosed(text: string, tag: string): boolean {
  return text.includes(`\n<${tag}>\n`) && text.endsWith(`\n</${tag}>`);
}

/** A text that cannot end the part of a message, `<tag> … </tag>`, that it stands in. */
export function unclosing(text: string, tag: string): string {
  return text.replaceAll(new RegExp(`<(\\s*\\/?\\s*${tag})`, 'gi'), '‹$1');
}
