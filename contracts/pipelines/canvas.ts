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

export type CanvasNote = z.infer<typeof noteSchema>;
export type CanvasGroup = z.infer<typeof groupSchema>;
