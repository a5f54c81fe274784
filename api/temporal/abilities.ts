import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';

/** What the Temporal server is able to do, beyond what every one is. */
export function temporalAbilities(client: TemporalClient, ask: Ask) {
  const { workflowService, options } = client;
  return {
    /** Whether it runs activities that no workflow stands around, as calls of the gateway and deliveries are. */
    async runsStandaloneActivities(): Promise<boolean> {
      const { namespaceInfo } = await ask(() =>
        workflowService.describeNamespace({ namespace: options.namespace }),
      );
      return namespaceInfo?.capabilities?.standaloneActivities === true;
    },
  };
}
