import { z } from 'zod';
import { userNameSchema } from '../base/user.ts';
import { fieldProblemSchema } from './problems.ts';
import { publishings } from '../pipelines/publishing.ts';
import { instantSchema, jsonObjectSchema, listOf } from './values.ts';

const publishingSchema = z
  .enum(publishings)
  .describe('When a version becomes live: when it is saved, or when somebody promotes it');

const summaryShape = {
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  source: z.enum(['shipped', 'user']),
  hash: z.string().describe('SHA-256 of the document without its layout on the canvas'),
  inputs: jsonObjectSchema.describe('JSON Schema of the input'),
  updatedAt: instantSchema,
  publishing: publishingSchema,
};

/** The longest note of a version. */
export const longestNote = 500;

export const savePipelineQuery = z.object({
  note: z
    .string()
    .trim()
    .min(1)
    .max(longestNote)
    .optional()
    .describe('What changed, for the list of versions'),
});

const textSchema = z.string().describe('The YAML as written, with its comments');

const pipelineSummarySchema = z.object(summaryShape).meta({ id: 'PipelineSummary' });
export const pipelineListSchema = listOf(pipelineSummarySchema, 'PipelineList');

export const storedPipelineSchema = z
  .object({
    ...summaryShape,
    document: jsonObjectSchema.describe('With its defaults filled in'),
    text: textSchema,
    liveHash: z.string().describe('The hash of the version that runs start with'),
    revision: z
      .string()
      .describe(
        'Changes with every save, even of comments or layout only. The ETag, without quotes',
      ),
  })
  .meta({ id: 'StoredPipeline' });
export type StoredPipeline = z.infer<typeof storedPipelineSchema>;

const versionShape = {
  hash: summaryShape.hash,
  title: summaryShape.title,
  source: summaryShape.source,
  number: z.number().int().describe('Counts the versions of the pipeline, from 1'),
  author: z
    .string()
    .nullable()
    .describe(
      'Who saved this content first. Null for what ships with Baton, and for versions older than this field',
    ),
  createdAt: instantSchema.describe('When this content was saved first'),
  note: z.string().nullable().describe('What changed, in the words of who saved it'),
  savedAt: instantSchema.describe('When it was last saved'),
  savedBy: z.string().nullable().describe('Who saved it last; null as `author` is'),
  current: z.boolean().describe('True for the version that runs start with'),
};

const versionSummarySchema = z.object(versionShape).meta({ id: 'PipelineVersionSummary' });
export type PipelineVersionView = z.infer<typeof versionSummarySchema>;
export const pipelineVersionListSchema = listOf(versionSummarySchema, 'PipelineVersionList');

export const pipelineVersionSchema = z
  .object({ ...versionShape, document: jsonObjectSchema, text: textSchema })
  .meta({ id: 'PipelineVersion' });

export const storedPipelineQuery = z.object({
  version: z
    .enum(['newest', 'live'])
    .default('newest')
    .describe('What was saved last, or what runs start with'),
});

const promotionShape = {
  number: versionShape.number,
  hash: versionShape.hash,
  from: z
    .number()
    .int()
    .nullable()
    .describe('The version that was live before; null for the first'),
  by: z.string().nullable().describe('Who did it; null for what ships with Baton'),
  at: instantSchema,
};
const promotionSchema = z.object(promotionShape).meta({ id: 'Promotion' });
export type PromotionView = z.infer<typeof promotionSchema>;
export const promotionListSchema = listOf(promotionSchema, 'PromotionList');

/** What names a version: its number, or the beginning of its content hash. */
export const versionNameSchema = z
  .string()
  .regex(
    /^(\d{1,9}|[0-9a-f]{8,64})$/,
    'use the number of a version, or 8 or more digits of its hash',
  );

export const promoteSchema = z
  .strictObject({
    version: versionNameSchema.describe('Its number, or the beginning of its content hash'),
  })
  .meta({ id: 'Promote' });

export const setPublishingSchema = z
  .strictObject({ publishing: publishingSchema })
  .meta({ id: 'SetPublishing' });

export const validationQuery = z.object({
  user: userNameSchema
    .optional()
    .describe('A user. `warnings` then include the tools that this user cannot call'),
});

export const validationSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(fieldProblemSchema).describe('All problems, each with its place and a fix'),
    warnings: z
      .array(fieldProblemSchema)
      .describe('For a valid document: what to check before you run it'),
    hash: z.string().nullable().describe('The content hash of a valid document'),
  })
  .meta({ id: 'Validation' });
