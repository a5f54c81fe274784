import { editableArguments } from './approvals.ts';
import { mapArguments, pipelineArguments, toolArguments } from './arguments.ts';
import type { Check } from './check.ts';
import { cycles } from './cycles.ts';
import { duplicateEdges, edgeEnds, edgePorts } from './edges.ts';
import { expressionSyntax } from './expressions.ts';
import { duplicateIds, layoutNodes } from './ids.ts';
import { inputsSchema } from './inputs.ts';
import { joins } from './joins.ts';
import { modelChains, modelSchemas } from './models.ts';
import { agentTools, delegation, recursion, unknownNames } from './names.ts';
import { approvalTimes, quorumOfPeople } from './approval-terms.ts';
import { references } from './references.ts';
import { chainIds } from './tool-chains.ts';
import { switchCases } from './switches.ts';
import { pinnedVersions } from './versions.ts';
import { triggerExpressions, triggerInputs } from './triggers.ts';

/** Every check, in the order in which their problems are reported. */
export const checks: Check[] = [
  inputsSchema,
  duplicateIds,
  triggerExpressions,
  triggerInputs,
  unknownNames,
  pinnedVersions,
  agentTools,
  delegation,
  recursion,
  modelChains,
  modelSchemas,
  chainIds,
  toolArguments,
  pipelineArguments,
  mapArguments,
  joins,
  switchCases,
  editableArguments,
  quorumOfPeople,
  approvalTimes,
  edgeEnds,
  edgePorts,
  duplicateEdges,
  cycles,
  expressionSyntax,
  references,
  layoutNodes,
];
