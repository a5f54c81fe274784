/** What is wrong with a request for a backtest, and how to mend it; the same request fails again. */
export class BacktestProblem extends Error {
  override readonly name = 'BacktestProblem';
  /** What is wrong, without where. */
  readonly reason: string;
  /** The field of the request that is wrong, such as `entry`; left out where it is no single one. */
  readonly field: string | undefined;
  constructor(reason: string, field?: string) {
    super(field === undefined ? reason : `${field}: ${reason}`);
    this.reason = reason;
    this.field = field;
  }
}
