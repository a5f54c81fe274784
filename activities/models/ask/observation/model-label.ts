/** Names beyond those of the configuration: a server may answer to any. */
const mostAnswered = 500;

const configured = new Set<string>();
const answered = new Set<string>();

/** Tells which models the configuration names: metrics show them from the start. */
export function labelConfigured(models: Iterable<string>): void {
  for (const model of models) configured.add(model);
}

/** Tells that a model has answered: it exists, and metrics show it from now on. */
export function labelAnswered(model: string): void {
  if (answered.size < mostAnswered) answered.add(model);
}

/**
 * A model, `provider:model`, as metrics name it: by its name where it is known to exist, else `provider:other`. Callers
 * may write any name, and a series of a metric stays for as long as the process.
 */
export function modelLabel(model: string): string {
  if (configured.has(model) || answered.has(model)) return model;
  return `${model.slice(0, Math.max(0, model.indexOf(':')))}:other`;
}
