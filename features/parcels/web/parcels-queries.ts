import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { orderDraftKey, useDetailChange } from '#core/web/selling/orders/admin-order-queries.ts';
import type { TogetherGiven } from '#features/parcels/contract/sent-together.ts';
import { call } from '#ui/lib/api.ts';

export const togetherQuery = (id: number, orders: number[]) =>
  queryOptions({
    queryKey: [...orderDraftKey(id), 'together', orders],
    queryFn: () =>
      call('GET /api/manage/orders/:id/parcel', {
        params: { id },
        query: { orders: orders.join(',') },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const useSendingTogether = (id: number) =>
  useDetailChange(
    id,
    (body: TogetherGiven) => call('POST /api/manage/orders/:id/parcel', { params: { id }, body }),
    true,
  );

export const useSendingAlone = (id: number) =>
  useDetailChange<void>(
    id,
    () => call('DELETE /api/manage/orders/:id/parcel', { params: { id } }),
    true,
  );
