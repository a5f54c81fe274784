/**
 * One mistake: where it is (`nodes[2].tool`; empty for the whole), what is wrong, and the fix. `code` names mistakes that
 * programs tell apart.
 */
export type Problem = { path: string; message: string; fix: string; code?: 'missing' };

export type Path = readonly PropertyKey[];

/** A path as people write it: `nodes[2].args.name`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** `limit: must be at most 500`; a message that begins with its place stands by itself: `name is missing`. */
export function placedText(path: string, message: string): string {
  return path === '' || message.startsWith(`${path} `) ? message : `${path}: ${message}`;
}

export function problem(path: Path, message: string, fix: string): Problem {
  return { path: pathText(path), message, fix };
}

/** A required value that is not given. */
export function missing(path: Path, name: string, fix: string): Problem {
  return { ...problem(path, `${name} is missing`, fix), code: 'missing' };
}
