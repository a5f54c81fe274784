type Stoppable = { stop: () => Promise<unknown> };

/**
 * Starts several at once; where one cannot be started, the others are stopped again.
 * @throws what the first of those that failed has thrown.
 */
export async function startAll<Started extends Stoppable>(
  count: number,
  start: () => Promise<Started>,
): Promise<Started[]> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, start));
  const started = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = outcomes.find((each) => each.status === 'rejected');
  if (!failed) return started;
  await Promise.all(started.map(({ stop }) => stop()));
  throw failed.reason;
}
