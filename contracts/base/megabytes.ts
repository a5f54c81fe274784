/** A size for people, such as `12.5 MB`. */
export function megabytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return `${size < 100 ? Math.round(size * 10) / 10 : Math.round(size)} MB`;
}
