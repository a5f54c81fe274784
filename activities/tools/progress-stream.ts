import type { Bus } from '../../bus/bus.ts';
import { runChannel } from '../../contracts/runs/events.ts';
import type { ToolProgress } from '../../contracts/tools/tools.ts';

/** The least time between two events of one tool run. */
const pauseMs = 100;

/**
 * Publishes how far a tool run has come: the first news at once, then the latest in so much time.
 * @param source.key of the step.
 */
export function createProgressStream(
  bus: Pick<Bus, 'publish'>,
  source: { runId: string; key: string },
): { tell(progress: ToolProgress): void; stop(): void } {
  let latest: ToolProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function publish(): void {
    timer = undefined;
    if (!latest) return;
    bus.publish(runChannel(source.runId), { type: 'tool-progress', ...source, ...latest });
    latest = undefined;
    timer = setTimeout(publish, pauseMs);
  }

  return {
    tell(progress) {
      if (isStopped) return;
      latest = progress;
      if (!timer) publish();
    },
    /** What a tool says after its end is not told. */
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
