/** A name of code as a person reads it: `stopLoss` and `stop_loss` as `Stop loss`, `userId` as `User ID`. */
export function words(name: string): string {
  const text = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(api|id|json|sql|url|usd)\b/g, (short) => short.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How many of something: `1 step`, `3 steps`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
