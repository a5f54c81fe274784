import { z } from 'zod';
import { listOf } from './values.ts';

/** The lists of the app that keep views. */
export const viewPages = ['runs'] as const;
export type ViewPage = (typeof viewPages)[number];

/** The most views of a page that a user can keep. */
export const mostViews = 50;

const pageSchema = z.enum(viewPages).describe('The list that it is a view of');
const nameSchema = z.string().trim().min(1).max(60);

export const savedViewQuery = z.object({ page: pageSchema.default('runs') });
export const savedViewParams = z.object({ page: pageSchema, name: nameSchema });

export const saveViewSchema = z
  .strictObject({
    search: z
      .record(z.string().min(1).max(40), z.string().max(200))
      .refine((search) => Object.keys(search).length <= 20, 'use at most 20 filters')
      .describe('The filters, as they stand in the address of the page'),
  })
  .meta({ id: 'SaveView' });

export const savedViewSchema = z
  .object({ page: pageSchema, name: nameSchema, search: z.record(z.string(), z.string()) })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedViewSchema>;
export const savedViewListSchema = listOf(savedViewSchema, 'SavedViewList');
