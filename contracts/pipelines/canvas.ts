import { z } from 'zod';

const noteSchema = z.strictObject({
  text: z.string().max(4_000),
  x: z.number(),
  y: z.number(),
});

const groupSchema = z.strictObject({
  title: z.string().max(120),
  /** The ids of the nodes and triggers in its frame; the frame goes where they are. */
  nodes: z.array(z.string()),
});

const most = 200;

/** What people write and frame on the canvas for each other. No run reads it. */
export const canvasSchema = z.strictObject({
  notes: z.array(noteSchema).max(most).optional(),
  groups: z.array(groupSchema).max(most).optional(),
});

/** What of a document is on its canvas alone. */
export const canvasKeys = ['layout', 'canvas'] as const;

/** What of a document runs, and its content hash is of: all but its canvas. */
export function withoutCanvas<Document extends { layout?: unknown; canvas?: unknown }>(
  document: Document,
): Omit<Document, (typeof canvasKeys)[number]> {
  const { layout: _layout, canvas: _canvas, ...content } = document;
  return content;
}

export type CanvasNote = z.infer<typeof noteSchema>;
export type CanvasGroup = z.infer<typeof groupSchema>;
