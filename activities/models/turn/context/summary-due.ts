/** A conversation has become too long for its model: turns have to be summarised before it can be asked. */
export class SummaryDue extends Error {
  override readonly name = 'SummaryDue';
  /** The last turn that the summary is to hold. */
  readonly through: number;

  constructor(through: number) {
    super(`The turns up to ${through} must be summarised first.`);
    this.through = through;
  }
}
