import { z } from 'zod';

/** How to reach Temporal; left out, `npm start` runs a server of its own. */
export const temporalEnvironment = z.object({
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  /** On without it, too, where another setting of TLS or an API key is given. */
  TEMPORAL_TLS: z.stringbool().default(false),
  /** Files in PEM, under the names that the `temporal` command has for them. */
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().min(1).optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().min(1).optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().min(1).optional(),
  /** The name in the server's certificate, where it is not that of its address. */
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional(),
  /** Where a Temporal UI listens that Baton serves at `/temporal`; its own public path is the same. */
  TEMPORAL_UI_UPSTREAM: z.url().optional(),
  /** Where a person sees the Temporal UI; used in links. */
  TEMPORAL_UI_URL: z.url().optional(),
});
