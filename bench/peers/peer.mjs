import { once } from 'node:events';

/** The one tool that every agent has. */
export const tool = {
  name: 'calculate_risk_reward',
  description: 'The ratio of reward to risk of a trade',
};

export function riskReward({ entryPrice, stopPrice, targetPrice }) {
  const [risk, reward] = [entryPrice - stopPrice, targetPrice - entryPrice];
  return JSON.stringify({ risk, reward, ratio: reward / risk });
}

/** What every agent is told. */
export const instructions = 'Count on.';

/**
 * A peer as a process of its own. Its parent sends what to work with, then each load of agents, and is told when the load is done
 * and what the process has used until then.
 * @param open gives what one agent does: its task in so many turns, under an id of its own.
 */
export async function serve(open) {
  const [options] = await once(process, 'message');
  const work = await open(options);
  process.on('message', async ({ agents }) => {
    try {
      await Promise.all(agents.map(work));
      const { user, system } = process.cpuUsage();
      process.send({ cpuMs: (user + system) / 1000, bytes: process.memoryUsage().rss });
    } catch (error) {
      process.send({ failed: String(error?.stack ?? error) });
    }
  });
  process.once('disconnect', () => process.exit());
  process.send('ready');
}
