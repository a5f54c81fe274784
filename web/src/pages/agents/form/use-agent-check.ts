import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { canonicalJson } from '../../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../../contracts/base/json.ts';
import { queries } from '../../../api/queries.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';

/** What is wrong with a definition, and what its agent would lack, as the server sees it, while it is written. */
export function useAgentCheck(definition: JsonObject) {
  const text = useSettled(canonicalJson(definition));
  return useQuery({ ...queries.agentCheck(text), placeholderData: keepPreviousData }).data;
}
