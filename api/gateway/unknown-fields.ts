/** The fields of a body that ask for something and are none of those that are known. */
export function unknownFields(body: object, known: readonly string[]): string[] {
  return Object.entries(body).flatMap(([name, value]) =>
    known.includes(name) || isNeutral(value) ? [] : [name],
  );
}

function isNeutral(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}
