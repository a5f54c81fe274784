/** What the lines of a chart are. @param props.lines `look` is the class of the colour. */
export function Legend({ lines }: { lines: { title: string; look: string }[] }) {
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-[12px] text-muted">
      {lines.map(({ title, look }) => (
        <li key={title} className="inline-flex items-center gap-1.5">
          <span aria-hidden className={`h-0.5 w-4 ${look}`} />
          {title}
        </li>
      ))}
    </ul>
  );
}
