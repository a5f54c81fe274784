/** As much of a content hash as tells versions apart. */
export function shortHash(hash: string): string {
  return hash.slice(0, 12);
}
