/**
 * On whose behalf something is done where nobody is named, whichever way it is asked for: runs, tasks, calls of models
 * and tools, what domains keep for users, MCP. No zod here: the web app may load it.
 */
export const usualUser = 'local';
