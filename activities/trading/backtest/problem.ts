/** A request for a backtest is invalid. The message says how to fix it; retrying does not help. */
export class BacktestProblem extends Error {
  override readonly name = 'BacktestProblem';
  /** What is wrong, without the name of the field. */
  readonly reason: string;
  /** The wrong field of the request, such as `entry`; undefined if it is not a single one. */
  readonly field: string | undefined;
  constructor(reason: string, field?: string) {
    super(field === undefined ? reason : `${field}: ${reason}`);
    this.reason = reason;
    this.field = field;
  }
}
