import { z } from 'zod';

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  );

/** What tools may reach over the network. */
export const networkEnvironment = z.object({
  /** Hosts, as `host` or `host:port`, that tools may reach though their addresses are not public, as a comma list. */
  BATON_NETWORK_HOSTS: list,
  /** Ports that tools may reach of all other hosts, as a comma list. */
  BATON_NETWORK_PORTS: z
    .string()
    .default('80,443')
    .transform((text) => text.split(',').map(Number))
    .pipe(
      z.array(z.number({ error: 'write ports such as 80,443' }).int().min(1).max(65_535)).min(1),
    ),
});
