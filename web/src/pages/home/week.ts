const dayMs = 86_400_000;

/** The last seven days as costs name them, in UTC, the oldest first. @param now in milliseconds */
export function lastWeek(now: number): string[] {
  return Array.from({ length: 7 }, (_, index) =>
    new Date(now - (6 - index) * dayMs).toISOString().slice(0, 10),
  );
}
