/** Chunks as the `data:` events of a stream, with the mark of its end that OpenAI's API has. */
export function serverSentEvents(
  chunks: readonly unknown[],
  options: { done?: false } = {},
): string {
  const events = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return [...events, ...(options.done === false ? [] : ['data: [DONE]\n\n'])].join('');
}

/** A text in two pieces; one that is shorter than two characters stays whole. */
export function inPieces(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== '');
}
