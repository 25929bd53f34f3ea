import type { UseQueryResult } from '@tanstack/react-query';

/**
 * What a screen says about a query. `failed` holds from the first refusal until data has arrived,
 * the time of a retry included, so that a message does not flicker while the user waits.
 */
export function loadState<Data>(query: UseQueryResult<Data, Error>) {
  const failed = query.isError || (query.data === undefined && query.errorUpdateCount > 0);

  return {
    failed,
    loading: query.data === undefined && !failed,
    retrying: failed && query.isFetching,
    retry: () => void query.refetch({ cancelRefetch: false }),
  };
}
