import type { Json, JsonObject } from '../base/json.ts';
import { withoutCanvas } from './canvas.ts';

const width = 96;
const step = '  ';

/**
 * The TypeScript that defines a pipeline: a file of its own, with the same content hash as the document. Comments and
 * what is on the canvas alone are not in it.
 */
export function pipelineCode(document: JsonObject): string {
  const content = withoutCanvas(document) as JsonObject;
  return `import { definePipeline } from ${quoted('baton')};\n\nexport default definePipeline(${codeOf(content)});\n`;
}

/**
 * A value as TypeScript.
 * @param indent what stands before its first line.
 */
export function codeOf(value: Json, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  // JSON has no other, and JavaScript has this one.
  if (typeof value !== 'object' || value === null)
    return Object.is(value, -0) ? '-0' : String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const within = indent + step;
  const parts = isList
    ? value.map((item) => codeOf(item, within))
    : Object.entries(value).map(([key, item]) => `${keyOf(key)}: ${codeOf(item, within)}`);
  if (parts.length === 0) return open + close;
  const pad = isList ? '' : ' ';
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`;
  if (!line.includes('\n') && indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => `${within}${part},\n`).join('')}${indent}${close}`;
}

/** What stands for itself in quotes; the rest as numbers of Unicode, so that no editor changes it. */
function quoted(text: string): string {
  const escaped = text.replaceAll(/[\\'\n\r\t\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => {
    return (
      { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' }[sign] ??
      `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
    );
  });
  return `'${escaped}'`;
}

function keyOf(key: string): string {
  // As a plain key it would set the prototype.
  if (key === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
