const megabyte = 1_000_000;

/** How large something is: `68 kB`, `1.4 MB`. */
export function size(bytes: number): string {
  if (bytes < megabyte) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / megabyte).toFixed(1)} MB`;
}
