import { runCommand } from '../command.ts';
import { NotUsable, type TemporalSource } from '../source.ts';
import { isRecentEnough, serverVersion } from '../version.ts';

/** The `temporal` command that the user installed. */
export const pathSource: TemporalSource = {
  name: 'temporal on PATH',
  remedy: 'install the Temporal CLI 1.9 or later: https://docs.temporal.io/cli/setup-cli',
  async find() {
    const answer = await runCommand('temporal', ['--version'], { timeoutMs: 5_000 });
    const version = serverVersion(answer);
    if (!version) throw new NotUsable(`skipped: "${answer.trim()}" contains no server version`);
    if (!isRecentEnough(version)) {
      throw new NotUsable(`skipped: server ${version} is too old, 1.32 or later is required`);
    }
    return 'temporal';
  },
};
