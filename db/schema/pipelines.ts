import { integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
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

/** Stored pipelines; those shipped are written here at start. */
export const pipelines = pgTable('pipelines', {
  name: text('name').primaryKey(),
  ...content,
  updatedAt: time('updated_at').notNull().defaultNow(),
});

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
