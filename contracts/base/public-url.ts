import { z } from 'zod';

/** Where browsers find the API, such as `https://baton.example.com`: its origin alone. */
export const publicUrlSchema = z
  .url({
    protocol: /^https?$/,
    error: 'write an address such as https://baton.example.com',
    abort: true,
  })
  .refine((text) => new URL(text).href === `${new URL(text).origin}/`, {
    error: 'write it without a path, such as https://baton.example.com',
    abort: true,
  })
  .transform((text) => new URL(text).origin);
