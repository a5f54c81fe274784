import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { apiEnvironment } from '../api/env.ts';
import { readEnvironment } from '../contracts/base/read-environment.ts';
import { deploymentName } from '../contracts/temporal/deployment.ts';
import { taskQueues } from '../contracts/temporal/task-queues.ts';
import { workerEnvironment } from '../workers/env.ts';

const folder = 'deploy/kubernetes';
const build = '4f2c1a9';
const docs = readFileSync('docs/kubernetes.md', 'utf8');

const ofKeda = { ScaledObject, TriggerAuthentication };
const ofKubernetes = {
  ConfigMap,
  Deployment,
  Job,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};
const models = { ...ofKubernetes, ...ofKeda };
type Kind = keyof typeof models;
type Resource = { apiVersion: string; kind: Kind; metadata: { name: string } };

/** The manifests as `sed s/my-build/…/g` gives them, which docs/kubernetes.md tells to use. */
const resources: Resource[] = globSync(`${folder}/*.yaml`).flatMap((file) =>
  parseAllDocuments(readFileSync(file, 'utf8').replaceAll('my-build', build), { merge: true }).map(
    (document) => document.toJS() as Resource,
  ),
);

function resource<Found>(kind: Kind, name: string): Found {
  const found = resources.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found as Found;
}

type Variable = {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
};
type Container = {
  command: string[];
  env: Variable[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
};
type WithPods = { spec: { template: { spec: { containers: [Container] } } } };

const settings = resource<{ data: Record<string, string> }>('ConfigMap', 'baton-settings').data;
const secrets: Record<string, string> = {
  DATABASE_URL: 'postgresql://baton:secret@postgres.example.com:5432/baton',
  BATON_KEYS: `main:${'c3'.repeat(21)}c=`,
  BATON_API_KEY: 'a1'.repeat(24),
};

const containerOf = ({ spec }: WithPods) => spec.template.spec.containers[0];
const variablesOf = ({ env }: Container) => ({
  ...settings,
  ...Object.fromEntries(
    env.map(({ name, value, valueFrom }) => [
      name,
      value ?? secrets[valueFrom?.secretKeyRef.key ?? ''] ?? '',
    ]),
  ),
});

describe.each(resources.map((one) => ({ named: `${one.kind} ${one.metadata.name}`, one })))(
  'the $named',
  ({ one }) => {
    it('is what the schema of its kind describes', () => {
      const Model = models[one.kind] as new (data: object) => { validate(): void };
      expect(() => new Model(one).validate()).not.toThrow();
    });
  },
);

it('fields that are not in the schemas are refused, those of this folder are all in them', async () => {
  const problems = await typeProblems(resources);
  expect(problems).toBe('');
  const [deployment] = resources.filter(({ kind }) => kind === 'Deployment');
  const misspelled = structuredClone(deployment) as Resource & { spec: object };
  Object.assign(misspelled.spec, { replicaCount: 2 });
  expect(await typeProblems([misspelled])).toContain(`"replicaCount"' does not exist`);
}, 60_000);

/** What the compiler says of the resources as literals of the types that are made of the schemas. */
async function typeProblems(checked: Resource[]): Promise<string> {
  const place = await mkdtemp(join('node_modules', '.kubernetes-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const packages = {
    ConfigMap: 'kubernetes-models/v1',
    Namespace: 'kubernetes-models/v1',
    Service: 'kubernetes-models/v1',
    Deployment: 'kubernetes-models/apps/v1',
    Job: 'kubernetes-models/batch/v1',
    NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1',
    PodDisruptionBudget: 'kubernetes-models/policy/v1',
    ScaledObject: '@kubernetes-models/keda/keda.sh/v1alpha1',
    TriggerAuthentication: '@kubernetes-models/keda/keda.sh/v1alpha1',
  } satisfies Record<Kind, string>;
  const lines = checked.map(
    (one, index) =>
      `export const r${index}: import('${packages[one.kind]}').I${one.kind} = ${JSON.stringify(one)};`,
  );
  const file = join(place, 'resources.ts');
  await writeFile(file, lines.join('\n'));
  const flags = '--noEmit --skipLibCheck --strict --module nodenext --ignoreConfig'.split(' ');
  return promisify(execFile)('tsc', [...flags, file]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const processes = {
  api: { schema: apiEnvironment, pods: resource<WithPods>('Deployment', 'api') },
  worker: {
    schema: workerEnvironment,
    pods: resource<WithPods>('Deployment', `worker-${build}`),
  },
};

describe.each(Object.entries(processes))('the %s', (_name, { schema, pods }) => {
  const container = containerOf(pods);

  it('runs a file that is there', () => {
    const [program, file = ''] = container.command;
    expect(program).toBe('node');
    expect(existsSync(file)).toBe(true);
  });

  it('is given only variables that it knows, with values that it takes', () => {
    const variables = variablesOf(container);
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(variables)));
    expect(() => readEnvironment(schema, variables)).not.toThrow();
  });

  it('has its secrets from those that the documentation makes', () => {
    const named = container.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect(named.map(({ key }) => key)).toEqual(expect.arrayContaining(['BATON_KEYS']));
    for (const { name, key } of named) {
      expect(docs).toContain(`secret generic ${name}`);
      expect(docs).toContain(`--from-literal=${key}=`);
    }
    for (const { secretRef } of container.envFrom) {
      if (secretRef) expect(docs).toContain(`secret generic ${secretRef.name}`);
    }
  });
});

it('the check before a deploy runs a file that is there', () => {
  const [program, file = ''] = containerOf(resource('Job', `check-${build}`)).command;
  expect(program).toBe('node');
  expect(existsSync(file)).toBe(true);
});

type Trigger = { type: string; metadata: Record<string, string> };
type Scaled = { spec: { scaleTargetRef: { name: string }; triggers: Trigger[] } };

it('KEDA scales the workers of a build by the backlog of that build, on every task queue', () => {
  const { spec } = resource<Scaled>('ScaledObject', `worker-${build}`);
  const { metadata } = resource<Resource>('Deployment', spec.scaleTargetRef.name);
  expect(metadata.name).toBe(`worker-${build}`);
  const worker = variablesOf(containerOf(processes.worker.pods));
  expect(spec.triggers.map((trigger) => trigger.metadata['taskQueue']).toSorted()).toEqual(
    Object.values(taskQueues).toSorted(),
  );
  for (const trigger of spec.triggers) {
    expect(trigger.type).toBe('temporal');
    expect(trigger.metadata).toMatchObject({
      endpoint: settings['TEMPORAL_ADDRESS'],
      namespace: settings['TEMPORAL_NAMESPACE'],
      tlsServerName: settings['TEMPORAL_TLS_SERVER_NAME'],
      workerDeploymentName: deploymentName,
      workerDeploymentBuildId: worker['BATON_BUILD_ID'],
    });
  }
});
