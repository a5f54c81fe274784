let given = 0;

/** A name or a text that nothing has yet, also where a test is tried again on the same server. */
export function ownName(name: string): string {
  given += 1;
  return `${name}-${Date.now().toString(36)}-${given}`;
}

/** A quantity between 1 and 2 that no order has yet, as it is shown: without zeros at its end. */
export function ownQuantity(): string {
  given += 1;
  return String(1 + ((Date.now() + given) % 9_999) / 10_000 + 0.0001)
    .slice(0, 6)
    .replace(/0+$/, '');
}
