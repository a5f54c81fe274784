import { z } from 'zod';
import { KeysProblem, readKeyring } from './keyring.ts';

/** The keys that Baton encrypts and signs with. */
export const keysEnvironment = z.object({
  /** `ID:KEY`, comma separated; left out, `baton start` keeps one in `BATON_DATA`. */
  BATON_KEYS: z
    .string('is required: ID:KEY, as from echo "main:$(openssl rand -base64 32)"')
    .transform((text, context) => {
      try {
        return readKeyring(text);
      } catch (error) {
        if (!(error instanceof KeysProblem)) throw error;
        context.addIssue({ code: 'custom', message: error.message });
        return z.NEVER;
      }
    })
    .optional(),
});
