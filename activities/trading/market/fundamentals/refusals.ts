import { ToolError } from '../../../tool-kit/tool.ts';
import { FeedRefusal } from '../feed.ts';

/** Notes a refusal of what is not the main thing, and goes on without it. */
export function noting(notes: string[], what: string): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof FeedRefusal)) throw error;
    notes.push(`${what}: ${error.message}`);
    return null;
  };
}

/** What a tool says where FMP gave no answer that can be used. */
export function toToolError(error: unknown): unknown {
  if (!(error instanceof FeedRefusal)) return error;
  const retryable = error.kind === 'silent' || error.kind === 'limited';
  const away = error.kind === 'silent' ? { what: 'FMP' } : undefined;
  return new ToolError(`${error.message}.`, { retryable, fault: 'upstream', away, cause: error });
}
