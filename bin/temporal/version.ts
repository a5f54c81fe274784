/** The release that Baton runs by itself: command line 1.9.1 with server 1.32.0. */
export const temporalRelease = '1.9.1';

/** The oldest server that has what Baton relies on: task priorities, worker commands, activities without a workflow. */
const oldestServer = [1, 32] as const;

/**
 * The server's version in the answer of `temporal --version`, such as
 * `temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)`; undefined when it is not there.
 */
export function serverVersion(answer: string): string | undefined {
  return /\(Server (\d+\.\d+\.\d+)/.exec(answer)?.[1];
}

/** Whether a server of this version does all that Baton asks of it. */
export function isRecentEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestServer;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}
