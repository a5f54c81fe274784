/** The blocks of code of a kind in a Markdown text, such as `yaml node`. */
export function codeBlocks(text: string, kind: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
}
