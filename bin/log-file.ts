import { createWriteStream, existsSync, renameSync, statSync } from 'node:fs';
import type { WriteStream } from 'node:fs';

const defaults = { maxBytes: 10 * 2 ** 20, keep: 3 };

/**
 * Moves a log that has grown too large to `.1`, that one to `.2`, and so on; the oldest goes.
 * @param options.keep how many older ones are kept.
 */
export function rotateLog(file: string, { maxBytes, keep } = defaults): void {
  if (sizeOf(file) >= maxBytes) moveOn(file, keep);
}

/** A log that cannot be moved, as in a folder that may not be written, grows on. */
function moveOn(file: string, keep: number): void {
  try {
    for (let number = keep; number > 0; number -= 1) {
      const newer = number === 1 ? file : `${file}.${number - 1}`;
      if (existsSync(newer)) renameSync(newer, `${file}.${number}`);
    }
  } catch {
    // Whoever writes into it has work to do.
  }
}

/** A log that goes on where it ended, and rotates. What cannot be written, as on a full disk, is dropped. */
export function openLog(file: string, options = defaults): { write(text: string): void } {
  let stream: WriteStream | undefined;
  let bytes = 0;

  function open(): WriteStream {
    rotateLog(file, options);
    bytes = sizeOf(file);
    const opened = createWriteStream(file, { flags: 'a' });
    opened.on('error', () => {
      if (stream === opened) stream = undefined;
    });
    return opened;
  }

  return {
    write(text) {
      stream ??= open();
      stream.write(text);
      bytes += Buffer.byteLength(text);
      if (bytes < options.maxBytes || stream.pending) return;
      stream.end();
      stream = undefined;
      // What is still to be written follows the file.
      moveOn(file, options.keep);
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
