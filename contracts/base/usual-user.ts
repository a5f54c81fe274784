/**
 * The user if a request names none, for every kind of request: runs, tasks, calls of models and tools, the user data
 * of domains, MCP. No zod here: the web app may load it.
 */
export const usualUser = 'local';
