const minuteMs = 60_000;

/** The time until an ISO 8601 time, rounded up to whole minutes: `12 min`. */
export function minutesUntil(time: string): string {
  return `${Math.max(1, Math.ceil((Date.parse(time) - Date.now()) / minuteMs))} min`;
}
