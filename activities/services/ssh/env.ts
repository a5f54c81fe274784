import { z } from 'zod';

/** Where the tool `ssh_command` may go. */
export const sshEnvironment = z.object({
  /** A YAML file of hosts and of commands that may be run on them; left out, none may. */
  BATON_SSH_FILE: z.string().min(1).optional(),
});
