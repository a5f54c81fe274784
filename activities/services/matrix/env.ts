import { z } from 'zod';

/** Where messages of the tool `matrix_send` go. */
export const matrixEnvironment = z.object({
  /** The homeserver, such as `https://matrix.example.org`. */
  BATON_MATRIX_URL: z.url({ protocol: /^https?$/, error: 'not an http(s) URL' }).optional(),
  /** The access token of the user who sends. */
  BATON_MATRIX_TOKEN: z.string().trim().min(1).optional(),
  /** The rooms that may be sent to, as a comma list; left out, each that the user has joined. */
  BATON_MATRIX_ROOMS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((room) => room.trim())
        .filter(Boolean),
    )
    .optional(),
});
