/** The name of what a node runs, with the version that it pins. */
export function withVersion(
  name: string | undefined,
  version: number | undefined,
): string | undefined {
  return name === undefined || version === undefined ? name : `${name} · version ${version}`;
}
