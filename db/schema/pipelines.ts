import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
    savedAt: time('saved_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.hash] })],
);
