import { ToolError } from '../../../tool-kit/tool.ts';
import { FeedRefusal } from '../feed.ts';

/** Handles the refusal of optional data: adds it to `notes` and returns null. */
export function noting(notes: string[], what: string): (error: unknown) => null {
  return (error) => {
    if (!(error instanceof FeedRefusal)) throw error;
    notes.push(`${what}: ${error.message}`);
    return null;
  };
}

/** Converts a refusal of FMP to a ToolError; returns other errors unchanged. */
export function toToolError(error: unknown): unknown {
  if (!(error instanceof FeedRefusal)) return error;
  const retryable = error.kind === 'silent' || error.kind === 'limited';
  const away = error.kind === 'silent' ? { what: 'FMP' } : undefined;
  return new ToolError(`${error.message}.`, { retryable, fault: 'upstream', away, cause: error });
}
