/** What was read of objects that are never changed in place, with the place in their list at which it was read. */
export type Remembered<Read> = WeakMap<object, { index: number; read: Read }>;

/** What was read before of the same object at the same place; else reads it, and keeps it. */
export function remembered<Read>(
  known: Remembered<Read>,
  raw: unknown,
  index: number,
  read: () => Read,
): Read {
  if (typeof raw !== 'object' || raw === null) return read();
  const before = known.get(raw);
  if (before?.index === index) return before.read;
  const now = read();
  known.set(raw, { index, read: now });
  return now;
}
