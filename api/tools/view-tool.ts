import type { ToolView } from '../../contracts/api/index.ts';
import { rightsGap } from '../../contracts/tools/tool-gaps.ts';
import { switchNamed } from '../../contracts/tools/switches.ts';
import type { ToolSpec, UserTerms } from '../../contracts/tools/tools.ts';

/** Every version of a tool, newest first. */
const versionsOf = ({ version, earlier = [] }: ToolSpec) => [
  version,
  ...earlier.map((one) => one.version),
];

/**
 * A tool as the API shows it.
 * @param newest of its versions.
 * @param terms of the user who asks; `name` is the user's, undefined where none is named.
 * @param files of the user's own tools, by their ids.
 */
export function viewTool(
  tool: ToolSpec,
  newest: ToolSpec,
  { name, ...terms }: UserTerms & { name: string | undefined },
  files: Record<string, string>,
): ToolView {
  const user = { ...terms, name: name ?? 'anybody' };
  const gap = rightsGap(tool, { plan: terms.plan, user });
  const file = files[tool.id];
  const { earlier: _apart, alternatives, switch: needed, ...spec } = tool;
  return {
    ...spec,
    ...(needed !== undefined && { [switchNamed(needed).toolField.name]: true }),
    ...(alternatives && { alternatives: [...alternatives] }),
    ...(file !== undefined && { file }),
    versions: versionsOf(newest),
    available: gap === undefined,
    ...(name !== undefined && gap && { gap }),
  };
}
