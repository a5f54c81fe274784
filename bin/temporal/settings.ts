/**
 * How Baton's own development server differs from Temporal's defaults.
 * Write-ahead logging makes a file as fast as memory. The processors of the server's one history shard
 * are polled 20 times a second by default, so that after a burst each step waits up to 50 ms. The next
 * two let a cancel reach a running activity at once. Within one priority users take turns, and with one
 * partition a queue's order is exact.
 */
export const serverSettings = {
  sqlitePragmas: { journal_mode: 'wal', synchronous: 'normal' },
  dynamicConfig: {
    'history.transferProcessorMaxPollRPS': 400,
    'history.timerProcessorMaxPollRPS': 400,
    'history.visibilityProcessorMaxPollRPS': 400,
    'system.enableCancelActivityWorkerCommand': true,
    'frontend.WorkerCommandsEnabled': true,
    'matching.enableFairness': true,
    'matching.numTaskqueueReadPartitions': 1,
    'matching.numTaskqueueWritePartitions': 1,
  },
} satisfies ServerSettings;

export type ServerSettings = {
  sqlitePragmas: Record<string, string>;
  /** Values are JSON. */
  dynamicConfig: Record<string, number | boolean | string>;
};

/** The arguments of `temporal server start-dev` that make these settings. */
export function settingsArguments(settings: ServerSettings, toFile: boolean): string[] {
  const pragmas = toFile ? Object.entries(settings.sqlitePragmas) : [];
  return [
    ...pragmas.flatMap(([name, value]) => ['--sqlite-pragma', `${name}=${value}`]),
    ...Object.entries(settings.dynamicConfig).flatMap(([name, value]) => [
      '--dynamic-config-value',
      `${name}=${JSON.stringify(value)}`,
    ]),
  ];
}
