/** The name that a tool's definition gives in its file, as far as the text shows it. */
export function nameInSource(text: string): string | undefined {
  return findFrom(definitionAt(text), text, /\bname\s*:\s*(['"`])(\w+)\1/g)?.[2];
}

/** Where a property of a tool's definition is written in its file: at its first key of that name, else at the export. */
export function placeInSource(text: string, path: string): { line: number; column: number } {
  const [key = ''] = path.split('.', 1);
  const ofKey = new RegExp(String.raw`\b${key}\b\s*[:(,]`, 'g');
  const found = key === '' ? undefined : findFrom(definitionAt(text), text, ofKey);
  return placeOf(text, found?.index ?? Math.max(0, text.search(/export\s+default|export\s*\{/)));
}

/** Past `defineTool(`, since what stands above it may have keys of the same names; 0 where it is not called. */
function definitionAt(text: string): number {
  const call = /\bdefineTool\s*[(<]/.exec(text);
  return call ? call.index + call[0].length : 0;
}

/** The first match from an index on; where there is none, the first of all. */
function findFrom(index: number, text: string, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  const after = pattern.exec(text);
  pattern.lastIndex = 0;
  return after ?? pattern.exec(text) ?? undefined;
}

function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
