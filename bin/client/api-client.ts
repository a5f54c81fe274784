import type { z } from 'zod';
import {
  addressedAgentsSchema,
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  deploysSchema,
  identitySchema,
  removedIdentitySchema,
  signInLinkSchema,
  snapshotSchema,
  approvalPreviewSchema,
  approvalTokenSchema,
  decisionsVerifiedSchema,
  modelListSchema,
  toolListSchema,
  toolSchema,
  costsSchema,
  prunedSchema,
  quotaSchema,
  healthSchema,
  readinessSchema,
  retryForecastSchema,
  startedRunSchema,
  firingListSchema,
  firingSchema,
  triggerListSchema,
  triggerSecretSchema,
  triggerSchema,
  userListSchema,
  userSchema,
} from '../../contracts/api/index.ts';
import type {
  newApiKeySchema,
  newIdentitySchema,
  newSignInLinkSchema,
  interruptRunSchema,
  patchUserSchema,
  pruneSchema,
  resumeRunSchema,
  retryRunSchema,
} from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { json, queryText } from '../../code/client/requests.ts';
import type { Query } from '../../code/client/requests.ts';
import { sharedRoutes } from '../../code/client/routes.ts';
import { createCommandRequests } from './requests.ts';

type RetryRequest = Omit<z.input<typeof retryRunSchema>, 'dryRun'>;
/** Shorter: without a worker, nobody knows what is left of the limits. */
const quotaMs = 5_000;
/** A person waits for it, and can decide without it. */
const previewMs = 15_000;
/** Longer: there may be years of decisions. */
const verifyMs = 10 * 60_000;
/** Longer: all that Baton keeps is copied. */
const snapshotMs = 60 * 60_000;

const triggerPath = (id: string) => `/api/v1/triggers/${encodeURIComponent(id)}`;

/**
 * The HTTP API as functions. Each throws `ServerNotRunning` when nobody answers, and `RequestRefused` with the server's
 * own words when it refuses.
 */
export function createApiClient({ address, key }: { address: string; key: string }) {
  const requests = createCommandRequests({ address, key });
  const { send, download } = requests;
  return {
    ...sharedRoutes(requests),
    address,
    /** A run's page in the app. */
    runPage: (id: string) => `${address}/runs/${encodeURIComponent(id)}`,
    interruptRun: (id: string, interruption: z.input<typeof interruptRunSchema>) =>
      send(
        addressedAgentsSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/interrupt`,
        json(interruption),
      ),
    resumeRun: (id: string, resumption: z.input<typeof resumeRunSchema>) =>
      send(
        addressedAgentsSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/resume`,
        json(resumption),
      ),
    forecastRetry: (id: string, retry: RetryRequest) =>
      send(
        retryForecastSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/retry`,
        json({ ...retry, dryRun: true }),
      ),
    retryRun: (id: string, retry: RetryRequest) =>
      send(
        startedRunSchema,
        'POST',
        `/api/v1/runs/${encodeURIComponent(id)}/retry`,
        json({ ...retry, dryRun: false }),
      ),
    triggers: (query: Query) =>
      send(triggerListSchema, 'GET', `/api/v1/triggers${queryText(query)}`),
    firings: (id: string, query: Query) =>
      send(firingListSchema, 'GET', `${triggerPath(id)}/firings${queryText(query)}`),
    pauseTrigger: (id: string) => send(triggerSchema, 'POST', `${triggerPath(id)}/pause`),
    resumeTrigger: (id: string) => send(triggerSchema, 'POST', `${triggerPath(id)}/resume`),
    renewTriggerSecret: (id: string, keepOldMinutes: number) =>
      send(triggerSecretSchema, 'POST', `${triggerPath(id)}/secret`, json({ keepOldMinutes })),
    fireTrigger: (id: string) => send(firingSchema, 'POST', `${triggerPath(id)}/fire`),
    preview: (id: string, args?: JsonObject) =>
      send(
        approvalPreviewSchema,
        'GET',
        `/api/v1/approvals/${encodeURIComponent(id)}/preview${queryText({ args: args && JSON.stringify(args) })}`,
        { patienceMs: previewMs },
      ),
    approvalToken: (id: string) =>
      send(approvalTokenSchema, 'GET', `/api/v1/approvals/${encodeURIComponent(id)}/token`),
    verifyDecisions: () =>
      send(decisionsVerifiedSchema, 'GET', '/api/v1/approvals/verify', { patienceMs: verifyMs }),
    users: (query: Query) => send(userListSchema, 'GET', `/api/v1/users${queryText(query)}`),
    user: (id: string) => send(userSchema, 'GET', `/api/v1/users/${encodeURIComponent(id)}`),
    changeUser: (id: string, user: z.input<typeof patchUserSchema>) =>
      send(userSchema, 'PATCH', `/api/v1/users/${encodeURIComponent(id)}`, json(user)),
    setIdentity: (id: string, identity: z.input<typeof newIdentitySchema>) =>
      send(
        identitySchema,
        'PUT',
        `/api/v1/users/${encodeURIComponent(id)}/identity`,
        json(identity),
      ),
    removeIdentity: (id: string) =>
      send(removedIdentitySchema, 'DELETE', `/api/v1/users/${encodeURIComponent(id)}/identity`),
    tools: (query: Query = {}) => send(toolListSchema, 'GET', `/api/v1/tools${queryText(query)}`),
    tool: (name: string, query: Query = {}) =>
      send(toolSchema, 'GET', `/api/v1/tools/${encodeURIComponent(name)}${queryText(query)}`),
    quota: (name: string, query: Query = {}) =>
      send(
        quotaSchema,
        'GET',
        `/api/v1/tools/${encodeURIComponent(name)}/quota${queryText(query)}`,
        { patienceMs: quotaMs },
      ),
    models: () => send(modelListSchema, 'GET', '/api/v1/models'),
    costs: (query: Query) => send(costsSchema, 'GET', `/api/v1/costs${queryText(query)}`),
    keys: (query: Query) => send(apiKeyListSchema, 'GET', `/api/v1/keys${queryText(query)}`),
    createKey: (created: z.input<typeof newApiKeySchema>) =>
      send(createdApiKeySchema, 'POST', '/api/v1/keys', json(created)),
    revokeKey: (id: string) =>
      send(apiKeySchema, 'DELETE', `/api/v1/keys/${encodeURIComponent(id)}`),
    deploys: () => send(deploysSchema, 'GET', '/api/v1/deploys'),
    promoteBuild: (build: string | null) =>
      send(deploysSchema, 'PUT', '/api/v1/deploys/current', json({ build })),
    createSignInLink: (link: z.input<typeof newSignInLinkSchema>) =>
      send(signInLinkSchema, 'POST', '/api/v1/sign-in-links', json(link)),
    createSnapshot: () =>
      send(snapshotSchema, 'POST', '/api/v1/snapshots', { patienceMs: snapshotMs }),
    prune: (terms: z.input<typeof pruneSchema>) =>
      send(prunedSchema, 'POST', '/api/v1/prune', { ...json(terms), patienceMs: snapshotMs }),
    health: () => send(healthSchema, 'GET', '/health'),
    ready: () => send(readinessSchema, 'GET', '/ready'),
    /** What a domain's command asks for. */
    get: <Schema extends z.ZodType>(schema: Schema, path: string, query: Query = {}) =>
      send(schema, 'GET', `${path}${queryText(query)}`),
    download,
    put: <Schema extends z.ZodType>(
      schema: Schema,
      path: string,
      body: object,
      query: Query = {},
    ) => send(schema, 'PUT', `${path}${queryText(query)}`, json(body)),
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
