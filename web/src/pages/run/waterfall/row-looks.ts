import { Bot, Brain, CornerDownRight, MessageSquareText, RotateCw, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { NodeKindName } from '../../../../../contracts/pipelines/nodes/index.ts';
import type { NodeStatus } from '../../../../../contracts/runs/run.ts';
import { kindLook } from '../../../nodes/index.ts';
import { attemptOf, delegationOf } from '../../../api/node-paths.ts';
import { isWaiting } from './rows.ts';
import type { Row } from './rows.ts';

const stepIcons = { model: MessageSquareText, tool: Wrench, memory: Brain };

export function iconOf(row: Row): LucideIcon {
  if (row.type === 'step') return stepIcons[row.step.kind];
  if (row.node) return kindLook(row.node.kind as NodeKindName).icon;
  if (delegationOf(row.nodePath)) return Bot;
  return attemptOf(row.nodePath) > 1 ? RotateCw : CornerDownRight;
}

export function statusOf(row: Row): NodeStatus {
  if (row.type === 'step') return isWaiting(row.step) ? 'waiting' : row.step.status;
  if (row.node) return row.node.status;
  return row.end === undefined ? 'running' : 'completed';
}
