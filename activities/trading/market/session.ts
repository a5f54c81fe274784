const newYorkHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
});

/** The regular close of the US stock market, 16:00 in New York, on the UTC day of `time`, in ISO 8601. */
export function sessionClose(time: string): string {
  const noon = new Date(`${time.slice(0, 10)}T12:00:00.000Z`);
  const hoursBehind = 12 - Number(newYorkHour.format(noon));
  noon.setUTCHours(16 + hoursBehind);
  return noon.toISOString();
}
