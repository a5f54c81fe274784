import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { suggest } from '../../../contracts/base/nearest.ts';

const mostBytes = 1_000_000;
const mostEntries = 200;

export type FileContent =
  | { kind: 'file'; path: string; text: string; bytes: number; modifiedAt: string }
  /** Its entries by name; those of folders end in `/`. */
  | { kind: 'folder'; path: string; entries: string[]; isCut: boolean };

/** A path that is not read, and why. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

/**
 * Reads within a folder: nothing outside of it, wherever links and `..` lead.
 * @returns the text of a file, or the names in a folder.
 */
export function createReadFolder(root: string) {
  /** @param path from the root on. @throws {FileRefused} */
  return async function read(path: string): Promise<FileContent> {
    const base = await realpath(root).catch(() => {
      throw new FileRefused(`The folder ${root} of BATON_FILES does not exist. Create it.`);
    });
    const target = await realTarget(base, path);
    const shown = relative(base, target).split(sep).join('/') || '.';
    if ((await stat(target)).isDirectory()) return listed(target, shown);
    // Without waiting for a writer where it is a pipe, and not through a link that was put there meanwhile.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const file = await open(target, flags).catch((error: NodeJS.ErrnoException) => {
      throw new FileRefused(`${shown} cannot be opened (${error.code}).`);
    });
    try {
      const opened = await file.stat();
      if (!opened.isFile()) throw new FileRefused(`${shown} is not a file.`);
      const again = await stat(await realTarget(base, path));
      if (again.ino !== opened.ino || again.dev !== opened.dev) {
        throw new FileRefused(`${shown} was replaced while it was read; read it again.`);
      }
      if (opened.size > mostBytes) {
        throw new FileRefused(`${shown} has ${opened.size} bytes; the limit is ${mostBytes}.`);
      }
      const content = Buffer.alloc(mostBytes + 1);
      const { bytesRead } = await file.read(content, 0, mostBytes + 1, 0);
      const text = textOf(content.subarray(0, Math.min(bytesRead, mostBytes)), shown);
      const modifiedAt = opened.mtime.toISOString();
      return { kind: 'file', path: shown, text, bytes: bytesRead, modifiedAt };
    } finally {
      await file.close();
    }
  };
}

/** The place that a path leads to, all links followed. @throws {FileRefused} where it is not within the base. */
async function realTarget(base: string, path: string): Promise<string> {
  if (path.includes('\0')) throw new FileRefused('A path cannot contain a NUL character.');
  if (isAbsolute(path)) {
    throw new FileRefused(`${path} is absolute. Give a path relative to the root folder.`);
  }
  const wanted = join(base, path);
  // Also where it does not exist: whether a file outside is there is nobody's business.
  if (!isWithin(base, wanted)) throw outside(path);
  const target = await realpath(wanted).catch(async (error: NodeJS.ErrnoException) => {
    throw await notFound(base, path, error);
  });
  if (!isWithin(base, target)) throw outside(path);
  return target;
}

function isWithin(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const outside = (path: string) => new FileRefused(`${path} is outside the readable folder.`);

async function notFound(base: string, path: string, error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') return new FileRefused(`${path} cannot be read (${error.code}).`);
  const parent = join(base, path, '..');
  const isInside = isWithin(base, await realpath(parent).catch(() => '/'));
  const names = isInside ? await readdir(parent).catch(() => []) : [];
  const name = path.split('/').at(-1) ?? '';
  return new FileRefused(`${path} not found; ${suggest(name, names.toSorted())}`);
}

async function listed(target: string, path: string): Promise<FileContent> {
  const entries = await readdir(target, { withFileTypes: true });
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  const isCut = names.length > mostEntries;
  return { kind: 'folder', path, entries: names.toSorted().slice(0, mostEntries), isCut };
}

function textOf(content: Buffer, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new FileRefused(`${path} is not UTF-8 text. Only UTF-8 text can be read.`);
}
