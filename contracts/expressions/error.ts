import { excerpt } from './excerpt.ts';

/** An expression or template that cannot be read or evaluated. `message` holds all that a user needs. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly source: string;
  readonly reason: string;
  /** Offset in `source`, counted from 0, where it is known. */
  readonly position: number | undefined;
  /** What to write instead. */
  readonly hint: string | undefined;

  constructor(source: string, reason: string, details: { position?: number; hint?: string } = {}) {
    const place = details.position === undefined ? '' : ` at character ${details.position + 1}`;
    const advice = details.hint === undefined ? '' : `; ${details.hint}`;
    super(`${reason}${place} in \`${excerpt(source)}\`${advice}`);
    this.source = source;
    this.reason = reason;
    this.position = details.position;
    this.hint = details.hint;
  }
}
