import { z } from 'zod';

/** What a field is when a request leaves it out. */
type WhenMissing =
  /** The user of the credential. */
  | 'own'
  /** The user of the credential; everyone, for those who act for others. */
  | 'own or all'
  /** What the schema or the route says. */
  | 'missing';

const actingFields = z.registry<{ whenMissing: WhenMissing }>();

/**
 * Marks a field of a body or a query as the user on whose behalf a request acts. Those who sign in as themselves can give
 * their own name alone.
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
