/** @see postgres.mjs, which the script that runs the tests needs as it is. */
export function startPostgres(
  say: (line: string) => void,
): { url: string; stop(): void } | undefined;
