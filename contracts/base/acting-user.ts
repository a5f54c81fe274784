import { z } from 'zod';

/** The value of a field that a request leaves out. */
type WhenMissing =
  /** The user of the credential. */
  | 'own'
  /** The user of the credential; for a credential that can act for others, all users. */
  | 'own or all'
  /** The default of the schema or the route. */
  | 'missing';

const actingFields = z.registry<{ whenMissing: WhenMissing }>();

/**
 * Marks a field of a body or a query as the user on whose behalf a request acts. People who sign in as themselves can
 * only give their own name.
 */
export function acting<Schema extends z.ZodType>(
  schema: Schema,
  whenMissing: WhenMissing = 'own',
): Schema {
  actingFields.add(schema, { whenMissing });
  return schema;
}

/** The marked fields of a schema. */
export function actingFieldsOf(schema: unknown): { name: string; whenMissing: WhenMissing }[] {
  return Object.entries(shapeOf(schema)).flatMap(([name, field]) => {
    const { whenMissing } = actingFields.get(field) ?? {};
    return whenMissing ? [{ name, whenMissing }] : [];
  });
}

function shapeOf(schema: unknown): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape as Record<string, z.ZodType>;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return shapeOf(schema.def.innerType);
  }
  return {};
}
