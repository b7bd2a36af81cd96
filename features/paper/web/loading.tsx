import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Notice } from '#ui/notice.tsx';

type Props<T, Key extends QueryKey> = {
  query: UseQueryOptions<T, Error, T, Key>;
  children: (data: T) => ReactNode;
};

export function Loading<T, Key extends QueryKey>({ query, children }: Props<T, Key>) {
  const { data, error, refetch } = useQuery(query);
  if (data !== undefined) return children(data);
  if (error)
    return (
      <Notice
        isAlert
        className="mt-8 py-14"
        title="Couldn’t load the printout"
        text={messageOf(error)}
      >
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    );
  return (
    <p role="status" className="waiting mt-8 text-quiet">
      Loading...
    </p>
  );
}

export const NO_ORDERS = 'These orders don’t exist or were deleted.';

export const NothingToPrint = ({ text }: { text: string }) => (
  <Notice className="mt-8 py-14" text={text} />
);
