const around = 3;

/** What differs between two texts, in one piece, as `git apply` and `patch` take it; empty where nothing does. */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) return '';
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(old.length, now.length) - head;
  while (tail < shorter && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - around);
  const [oldTo, nowTo] = [old, now].map((lines) =>
    Math.min(lines.length, lines.length - tail + around),
  ) as [number, number];
  const range = (to: number) => `${to === from ? from : from + 1},${to - from}`;
  return [
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${range(oldTo)} +${range(nowTo)} @@`,
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, oldTo).map((line) => ` ${line}`),
  ].join('\n');
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
