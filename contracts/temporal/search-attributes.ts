/**
 * What runs can be found by in the Temporal UI, beside what domains declare: custom search attributes of type Keyword.
 */
export const searchAttributes = {
  pipeline: 'BatonPipeline',
  agent: 'BatonAgent',
  status: 'BatonStatus',
  user: 'BatonUser',
  priority: 'BatonPriority',
} as const;
export type SearchAttribute = keyof typeof searchAttributes;

/**
 * What runs can be found by where the namespace has room for more: Temporal on PostgreSQL has ten keywords for each, which
 * others may use too.
 */
export const moreSearchAttributes = {
  /** The content hash of the pipeline. */
  version: 'BatonVersion',
  startedBy: 'BatonStartedBy',
  trigger: 'BatonTrigger',
  /** Of a run that failed. */
  failedNode: 'BatonFailedNode',
} as const;

/** The most that Temporal's databases keep of a keyword. */
const mostBytes = 255;

/** A text as a keyword can be: its start, with no character split. */
export function keywordText(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text.toWellFormed()) {
    bytes += utf8Bytes(character);
    if (bytes > mostBytes) break;
    kept += character;
  }
  return kept;
}

function utf8Bytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}
