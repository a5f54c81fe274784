/** Where a person finds things. */
export type Links = {
  /** A run's page in the Temporal UI; null where its address is not known. */
  temporal(workflowId: string): string | null;
  /** A run in this API. */
  run(runId: string): string;
  /** A run's page in the app, where what it waits for is decided. */
  page(runId: string): string;
  /** Where a link to a run leads, with its token behind #. */
  shared: string;
  /** Where the webhook of a trigger is called. */
  hook(trigger: string): string;
  /** Where a sign-in code opens a session. */
  signIn(code: string): string;
};

/**
 * @param options.publicUrl this server's own address, such as `http://127.0.0.1:3000`
 * @param options.temporalUiUrl the Temporal UI's, such as `http://127.0.0.1:8233`
 */
export function linksTo(options: {
  publicUrl: string;
  temporalUiUrl?: string;
  namespace: string;
}): Links {
  const { publicUrl, temporalUiUrl, namespace } = options;
  const own = publicUrl.replace(/\/$/, '');
  const base = temporalUiUrl?.replace(/\/$/, '');
  return {
    temporal: (workflowId) =>
      base
        ? `${base}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`
        : null,
    run: (runId) => `${own}/api/v1/runs/${runId}`,
    shared: `${own}/shared`,
    page: (runId) => `${own}/runs/${runId}`,
    hook: (trigger) => `${own}/hooks/${encodeURIComponent(trigger)}`,
    signIn: (code) => `${own}/?code=${code}`,
  };
}
