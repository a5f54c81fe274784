type Schema = { anyOf?: { type?: unknown }[] };
type Operation = {
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Schema }> };
};

/** Says of bodies that may be null that a request needs none: the description of a route's schema cannot say it. */
export function withOptionalBodies<Description extends object>(
  description: Description,
): Description {
  const { paths = {} } = description as { paths?: Record<string, Record<string, Operation>> };
  for (const { requestBody } of Object.values(paths).flatMap((path) => Object.values(path))) {
    const bodies = Object.values(requestBody?.content ?? {});
    const isOptional = bodies.some(({ schema }) =>
      schema?.anyOf?.some(({ type }) => type === 'null'),
    );
    if (requestBody && isOptional) requestBody.required = false;
  }
  return description;
}
