import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './request.ts';

/** A request that the server refused is not asked again; one that it could not take is. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Baton can be on this machine: it is asked whether or not the browser has a network.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 2_000,
      retry: (failures, error) =>
        failures < 5 && !(error instanceof ApiProblem && error.status >= 400 && error.status < 500),
    },
  },
});
