export const defaultPorts: { PORT: number; BATON_TEMPORAL_PORT: number };
export function takenPort(env: Record<string, string | undefined>): Promise<string | undefined>;
