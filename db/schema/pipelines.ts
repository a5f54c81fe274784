import { index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import type { Publishing } from '../../contracts/pipelines/publishing.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { time } from './columns.ts';
import { sealed } from './sealed.ts';
import { shownPipeline } from './stand-ins.ts';

const content = {
  document: sealed.json<Pipeline>('document', shownPipeline).notNull(),
  /** The document as YAML, as it was written, comments and all; null in rows older than this column. */
  text: sealed.text('text'),
  hash: text('hash').notNull(),
  source: text('source').$type<'shipped' | 'user'>().notNull(),
};

/** Stored pipelines, as runs start with them: each is the live version. Those shipped are written here at start. */
export const pipelines = pgTable('pipelines', {
  name: text('name').primaryKey(),
  ...content,
  updatedAt: time('updated_at').notNull().defaultNow(),
  publishing: text('publishing').$type<Publishing>().notNull().default('on-save'),
  /** The version that was saved last, where that is not the live one. */
  draftHash: text('draft_hash'),
});

/** Each time that another version of a pipeline became the live one. */
export const promotions = pgTable(
  'promotions',
  {
    id: serial('id').primaryKey(),
    pipeline: text('pipeline')
      .notNull()
      .references(() => pipelines.name, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    hash: text('hash').notNull(),
    /** The number of the one that was live before; null for the first. */
    from: integer('from'),
    /** Who did it, as records name them; null for what comes with Baton. */
    by: text('by'),
    at: time('at').notNull().defaultNow(),
  },
  (table) => [index('promotions_of').on(table.pipeline, table.id)],
);

/** Every content that was ever stored under a name, once each, with the last positions on the canvas. */
export const pipelineVersions = pgTable(
  'pipeline_versions',
  {
    name: text('name')
      .notNull()
      .references(() => pipelines.name, { onDelete: 'cascade' }),
    ...content,
    /** Counts the contents of a name, in the order in which each was saved first. */
    number: integer('number').notNull(),
    /** Who saved the content first, as records name them; null for what comes with Baton, and in rows older than this column. */
    author: text('author'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** What changed, in the words of who saved it. */
    note: sealed.text('note'),
    /** When it was saved last, and by whom; null as `author` is. */
    savedAt: time('saved_at').notNull().defaultNow(),
    savedBy: text('saved_by'),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.hash] }),
    unique('pipeline_versions_number').on(table.name, table.number),
  ],
);
