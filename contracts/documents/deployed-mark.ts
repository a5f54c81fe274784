/** What the first line of a document says that was deployed from a file. */
export type DeployedMark = {
  /** The content hash that was deployed: whoever changes the document elsewhere leaves another one. */
  hash: string;
  /** The file, from the folder that it was deployed in; undefined where an older version has deployed it. */
  file?: string;
};

const form =
  /^# Kept in (?:a file|(?<file>.+))\. `baton deploy` replaces it\. Deployed: (?<hash>\S+)$/;

/** The first line of a document that is deployed from a file, with its end. */
export function deployedLine({ hash, file }: DeployedMark): string {
  const place = file?.replaceAll(/\s+/g, ' ') || 'a file';
  return `# Kept in ${place}. \`baton deploy\` replaces it. Deployed: ${hash}\n`;
}

/** What the first line of a document says of where it is kept; undefined where it was not deployed from a file. */
export function readDeployedMark(text: string): DeployedMark | undefined {
  const { groups } = form.exec(text.split('\n', 1)[0] ?? '') ?? {};
  if (!groups) return undefined;
  const { file, hash = '' } = groups;
  return { hash, ...(file !== undefined && { file }) };
}

/** The document without that line. */
export function withoutDeployedMark(text: string): string {
  return readDeployedMark(text) ? text.slice(text.indexOf('\n') + 1) : text;
}
