/** The memory cannot be reached or used; the message says what to do. */
export class MemoryUnavailable extends Error {
  override readonly name = 'MemoryUnavailable';
  /** True when trying again later can help. */
  readonly retryable: boolean;

  constructor(message: string, { retryable }: { retryable: boolean }) {
    super(message);
    this.retryable = retryable;
  }
}
