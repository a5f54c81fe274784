import { z } from 'zod';

/** Where the app begins. */
export const firstPage = '/';

const anyServer = 'http://server.invalid';

/** Paths of this server alone, read as a browser does: `//name`, `/\name` and `/<tab>/name` are another server. */
export const nextSchema = z
  .string()
  .startsWith('/')
  .refine((next) => URL.canParse(next, anyServer) && new URL(next, anyServer).origin === anyServer)
  .transform((next) => {
    const { pathname, search, hash } = new URL(next, anyServer);
    return `${pathname}${search}${hash}`;
  })
  // Without its dots, `/.//name` would be one.
  .refine((path) => !path.startsWith('//'))
  .catch(firstPage);
