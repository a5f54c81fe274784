import type { OpenDatabase } from '../db/open.ts';
import { approvalRepository } from '../db/repositories/approvals.ts';
import { artifactRepository } from '../db/repositories/artifacts.ts';
import { catalogRepository } from '../db/repositories/catalog.ts';
import { pipelineRepository } from '../db/repositories/pipelines.ts';
import { runRepository } from '../db/repositories/runs.ts';
import { stepRepository } from '../db/repositories/steps.ts';
import type { Links } from './links.ts';
import { temporalGateway } from './temporal.ts';
import type { TemporalClient } from './temporal.ts';

/** What the routes work with: the records, Temporal, and where things are. */
export function createServices(options: {
  database: OpenDatabase;
  temporal: TemporalClient;
  links: Links;
}) {
  const { db } = options.database;
  return {
    approvals: approvalRepository(db),
    artifacts: artifactRepository(db),
    catalog: catalogRepository(db),
    pipelines: pipelineRepository(db),
    runs: runRepository(db),
    steps: stepRepository(db),
    temporal: temporalGateway(options.temporal),
    links: options.links,
  };
}

export type Services = ReturnType<typeof createServices>;
