import { excerpt } from './excerpt.ts';

/** What is wrong with an expression, without its text. */
export type ExpressionFault = {
  message: string;
  /** What to write instead, where that is known. */
  fix?: string;
  /** Offset in the expression, counted from 0, where it is known. */
  position?: number;
};

/** An expression or template that cannot be read or evaluated. `message` holds all that a user needs. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly source: string;
  readonly reason: string;
  /** Offset in `source`, counted from 0, where it is known. */
  readonly position: number | undefined;
  /** What to write instead. */
  readonly hint: string | undefined;

  constructor(
    source: string,
    reason: string,
    details: { position?: number | undefined; hint?: string | undefined; field?: string } = {},
  ) {
    const field = details.field === undefined ? '' : `${details.field}: `;
    const place = details.position === undefined ? '' : ` at character ${details.position + 1}`;
    const advice = details.hint === undefined ? '' : `; ${details.hint}`;
    super(`${field}${reason}${place} in \`${excerpt(source)}\`${advice}`);
    this.source = source;
    this.reason = reason;
    this.position = details.position;
    this.hint = details.hint;
  }
}

export function faultOf({ reason, hint, position }: ExpressionError): ExpressionFault {
  return {
    message: reason,
    ...(hint !== undefined && { fix: hint }),
    ...(position !== undefined && { position }),
  };
}
