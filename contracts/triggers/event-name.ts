import { z } from 'zod';
import { ownWords } from '../base/own-words.ts';

/** The name of an event, such as `report.ready`. */
export const eventNameSchema = z
  .string()
  .max(100)
  .regex(
    /^[A-Za-z][\w-]*(?:\.[\w-]+)*$/,
    ownWords(
      'is not the name of an event',
      'write letters, digits, _ and -, in parts with dots: report.ready',
    ),
  );

/** Who may send an event: users, roles and groups, as those who approve are named. */
export const eventSendersSchema = z.array(z.string().min(1).max(100)).min(1).max(50);
