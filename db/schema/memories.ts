import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownList } from './stand-ins.ts';

/** A vector of pgvector of any length. */
const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => 'vector',
  toDriver: (numbers) => `[${numbers.join(',')}]`,
});

/**
 * What agents remember, where the database has the extension `vector`. Not among the tables of the migrations, since
 * not every server has it: `prepareMemories` makes it.
 */
export const memories = pgTable(
  'memories',
  {
    agent: text('agent').notNull(),
    id: uuid('id').notNull(),
    runId: text('run_id').notNull(),
    nodePath: text('node_path').notNull(),
    step: text('step').notNull(),
    user: text('user').notNull(),
    task: sealed.text('task').notNull(),
    text: sealed.text('text').notNull(),
    at: time('at').notNull(),
    embedding: text('embedding').notNull(),
    vector: vector('vector').notNull(),
    recalls: integer('recalls').notNull().default(0),
    lastRecalledAt: time('last_recalled_at'),
    relevance: real('relevance').notNull().default(0),
    outside: sealed.jsonb<string[]>('outside', shownList),
    asOf: time('as_of'),
  },
  (table) => [
    primaryKey({ columns: [table.agent, table.id] }),
    index('memories_at').on(table.agent, table.at),
  ],
);

/** Which of {@link memoriesSteps} were taken, counted from 1. */
export const memoriesStepsTable =
  'create table if not exists memories_steps (step integer primary key)';

/**
 * How the table came to be as it is above, as statements: each step is taken once in a database. One that was released
 * never changes; a change of the table is one more step.
 */
export const memoriesSteps: readonly (readonly string[])[] = [
  [
    'create extension if not exists vector',
    `create table if not exists memories (
    agent text not null,
    id uuid not null,
    run_id text not null,
    node_path text not null,
    step text not null,
    "user" text not null,
    task text not null,
    text text not null,
    at timestamptz not null,
    embedding text not null,
    vector vector not null,
    recalls integer not null default 0,
    last_recalled_at timestamptz,
    relevance real not null default 0,
    primary key (agent, id)
  )`,
    'create index if not exists memories_at on memories (agent, at)',
  ],
  ['alter table memories add column if not exists outside jsonb'],
  [
    'alter table memories add column if not exists as_of timestamptz',
    // What older ones tell of is not known: nothing later than when they were stored.
    'update memories set as_of = at',
  ],
];
